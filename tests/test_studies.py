"""Studies: the same hands whoever plays them, intervals that are right, and what is known when somebody stops it."""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.terminal import CTRL_C, ROOT, Terminal
from tutor.kernel import record
from tutor.kernel.by_name import load, names
from tutor.kernel.cards import cards
from tutor.kernel.position_text import BadPosition
from tutor.teach.practice.advising import sure_text
from tutor.teach.studies.hands import played
from tutor.teach.studies.question import IllegalChoice, StudyQuestion, asked
from tutor.teach.studies.report import columns, report_doc, report_json, wilson
from tutor.teach.studies.run import Missing, Stopped, study
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions

HAND = "AS,KS,QS,TS,AH,KH,AD,7C"
PAIRS = [("hand", HAND)]


def question(
    game: str = "kaiser", pairs: list[tuple[str, str]] | None = None, moves: tuple[str, ...] = (), **more: Any
) -> StudyQuestion:
    pairs = PAIRS if pairs is None else pairs
    return asked(load(game), pairs, more.get("text"), moves, more.get("level", 0), more.get("seed", 5))[0]


def quiet(n: int) -> None:
    """Nobody watches."""


# -- the interval --------------------------------------------------------------------------------------


def test_wilsons_interval() -> None:
    """Against figures worked out by hand from the formula, and at its ends."""
    known = {(5, 10): (0.2366, 0.7634), (0, 10): (0.0, 0.2775), (10, 10): (0.7225, 1.0), (81, 263): (0.2553, 0.3662)}
    for (n, of), (low, high) in known.items():
        share = wilson(n, of)
        assert share.low == pytest.approx(low, abs=1e-4)
        assert share.high == pytest.approx(high, abs=1e-4)
    assert wilson(0, 0)[2:] == (0.0, 1.0)
    rng = Random(1)
    hit = 0
    for _ in range(400):
        share = wilson(sum(rng.random() < 0.3 for _ in range(50)), 50)
        hit += share.low <= 0.3 <= share.high
    assert hit >= 0.91 * 400, "95 % intervals cover the truth about 95 times in 100"


# -- what is asked -------------------------------------------------------------------------------------


def test_the_hand_stays_and_the_others_change() -> None:
    found = question(moves=("7", "pass"))
    at = record.read(found.record)
    assert found.seat == "P1"
    assert sorted(map(str, at.game.held(at.state, "P1"))) == sorted(HAND.split(","))
    assert found == question(moves=("7", "pass"))
    later = question(pairs=[*PAIRS, ("bids", "P1:6,P2:7")], moves=("8",))
    assert later.seat == "P3"
    assert sorted(map(str, load("kaiser").held(record.read(later.record).state, "P3"))) == sorted(HAND.split(","))


def test_given_hands_are_dealt_in_every_hand() -> None:
    found = question(pairs=[("hand.P2", "AS,KS"), ("dealer", "P4")])
    at = record.read(found.record)
    seen = set()
    for n in range(8):
        dealt = found.dealt(at, Random(n)).state
        assert set(cards("AS,KS")) <= set(at.game.held(dealt, "P2"))
        seen.add(at.game.held(dealt, "P2"))
    assert len(seen) == 8, "the rest is dealt by chance"


def test_what_cannot_be_is_refused_with_all_reasons() -> None:
    with pytest.raises(BadPosition) as caught:
        question(pairs=[("hand", "AS,QQ"), ("foo", "1"), ("dealer", "P9")])
    assert {problem.field for problem in caught.value.problems} == {"hand", "foo", "dealer"}
    with pytest.raises(BadPosition, match="holds 8"):
        question(pairs=[("hand", "AS,KS")])
    with pytest.raises(BadPosition, match="no deal"):
        question(pairs=[*PAIRS, ("bids", "P1:9,P2:7")])
    with pytest.raises(IllegalChoice):
        question(pairs=[*PAIRS, ("bids", "P1:7")], moves=("6",))
    with pytest.raises(BadPosition):
        question(text="tutor-record 1\ngame tute\nplayers 4\ndealer P4\n", pairs=[])


@pytest.mark.parametrize("name", names())
def test_every_game_can_be_studied(name: str) -> None:
    """Hands dealt afresh in every game: each comes to an end, and somebody's points have changed in some."""
    found = question(name, [])
    tallies = played(found, range(8))
    outcomes = [tally.outcome for tally in tallies if tally.outcome is not None]
    assert len(outcomes) == 8
    assert sum(outcome.settled for outcome in outcomes) >= 1, "not every hand is thrown in"
    told = render(
        report_doc(found, record.read(found.record), tallies, 8), RenderOptions(width=40, suits="letters"), {}
    )
    assert "average" in told


def test_a_moment_of_the_play_can_be_studied() -> None:
    stage = "trump=S leader=P2 trick=QH,4H,5H hand.P1=AH,KH,2S hand.P2=2D,4D hand.P3=5D,6D hand.P4=7D,JD"
    pairs = [(word.partition("=")[0], word.partition("=")[2]) for word in stage.split()]
    found = question("tute", pairs, ("AH", "KH"))
    got = columns(found, played(found, range(6)))
    assert [len(column.outcomes) for column in got] == [6, 6]
    assert all(outcome.tricks >= 1 for column in got for outcome in column.outcomes), "both win the trick"


def test_who_bought_the_contract_and_made_it_is_told_apart() -> None:
    got = columns(asking := question(moves=("12no", "pass")), study(asking, 30, 1, quiet))
    bought = got[0].declared
    assert bought is not None and bought.n > 0
    made = got[0].made
    assert made is not None and made.of == bought.n
    for outcome in got[0].outcomes:
        assert outcome.won is not None
        assert not outcome.declared or outcome.won == (outcome.points > 0), "a contract made is worth points, in Kaiser"


# -- who plays them ------------------------------------------------------------------------------------


def test_the_same_result_whatever_the_number_of_jobs() -> None:
    asking = question(moves=("7", "pass"))
    one, two, three = (sorted(study(asking, 12, jobs, quiet)) for jobs in (1, 2, 3))
    assert one == two == three
    assert one != sorted(study(question(moves=("7", "pass"), seed=6), 12, 1, quiet))
    asking = question(moves=("7",), level=1)
    assert sorted(study(asking, 2, 1, quiet)) == sorted(study(asking, 2, 2, quiet))


def test_the_same_result_on_a_cluster() -> None:
    distributed = pytest.importorskip("distributed")
    asking = question(moves=("7", "pass"))
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster.scheduler_address, set_as_default=False) as client,
    ):
        got = study(asking, 12, 2, quiet, client.get_executor())
        command = ["kaiser", f"hand={HAND}", "--move", "7", "--move", "pass", "--hands", "12", "--seed", "5"]
        done = simulate(*command, "--level", "0", "--json", "--scheduler", cluster.scheduler_address)
    assert sorted(got) == sorted(study(asking, 12, 1, quiet))
    assert json.loads(done.stdout) == report_json(asking, got, 12)


def test_what_is_known_so_far_is_kept_when_it_is_stopped() -> None:
    asking = question()
    count = 0

    def enough(n: int) -> None:
        nonlocal count
        count += n
        if count >= 5:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as caught:
        study(asking, 50, 1, enough)
    assert 5 <= len(caught.value.tallies) < 50
    assert sorted(caught.value.tallies) == sorted(study(asking, 5, 1, quiet))
    assert report_json(asking, caught.value.tallies, 50)["complete"] is False


@pytest.mark.parametrize("name", names())
def test_what_came_of_a_hand_travels_between_processes(name: str) -> None:
    tallies = study(question(name, []), 2, 1, quiet)
    assert pickle.loads(pickle.dumps(tallies)) == tallies


# -- the program ---------------------------------------------------------------------------------------


def simulate(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "tutor", "simulate", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)


def test_the_program_answers_people_and_programs() -> None:
    words = ["kaiser", f"hand={HAND}", "--move", "7", "--hands", "8", "--seed", "5", "--level", "0"]
    done = simulate(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "8 hands dealt so that P1 sees the same cards" in " ".join(done.stdout.split())
    got = json.loads(simulate(*words, "--json").stdout)
    assert got["schema"] == "tutor.simulate/1"
    assert (got["hands"], got["complete"]) == (8, True)
    (move,) = got["moves"]
    assert sum(move["distribution"].values()) == 8
    assert move["won"]["low"] <= move["won"]["share"] <= move["won"]["high"]
    assert f"{100 * move['won']['share']:.1f} %" in done.stdout


def test_which_move_is_best_and_how_sure_that_is_is_said_as_of_all_advice() -> None:
    words = ["kaiser", f"hand={HAND}", "--move", "7", "--move", "pass", "--hands", "12", "--seed", "5", "--level", "0"]
    best = json.loads(simulate(*words, "--json").stdout)["best"]
    assert {best["move"], best["other"]} == {"7", "pass"}
    assert best["margin"] >= 0 and 0.5 <= best["sure"] <= 1
    assert best["better"] + best["worse"] <= best["hands"] == 12
    said = " ".join(simulate(*words).stdout.split())
    assert sure_text(best["sure"]) in said and best["chance"] in sure_text(best["sure"])
    assert "In 12 imagined deals it came out " in said and f"ahead of {best['other']}, and" in said


def test_the_program_refuses_in_the_contracts_way() -> None:
    assert simulate("kaiser", "hand=QQ", "foo=1").returncode == 3
    refused = simulate("kaiser", f"hand={HAND}", "bids=P1:7", "--move", "6")
    assert (refused.returncode, "kaiser.bid.higher" in refused.stdout) == (1, True)
    assert simulate("kaiser", "--hands", "0").returncode == 2
    assert simulate("kaiser", "--record", "/no/such/file").returncode == 3


@pytest.mark.pty
def test_ctrl_c_ends_it_with_what_is_known(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tutor", "simulate", "kaiser", f"hand={HAND}", "--hands", "100000"]
    with Terminal([*command, "--level", "0", "--jobs", "2"], env={"TUTOR_HOME": str(tmp_path)}) as screen:
        screen.until(lambda shown: re.search(r"[1-9]\d*/100000", shown.text), 60)
        screen.send(CTRL_C)
        screen.until("Stopped after", 60)
        screen.until("on average", 60)
        screen.child.expect_exact(__import__("pexpect").EOF, timeout=60)
        screen.child.close()
        assert screen.child.exitstatus == 130


def test_a_signal_ends_it_from_a_script_too() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "tutor", "simulate", "kaiser", "--hands", "100000", "--level", "0", "--json"]
    out = ""
    for seconds in (4, 8, 16, 32):  # on a busy machine it may not have begun
        child = subprocess.Popen([*command, "--jobs", "1"], env=environment, stdout=subprocess.PIPE, text=True)
        time.sleep(seconds)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=60)
        if out:
            break
    got = json.loads(out)
    assert child.returncode == 130
    assert not got["complete"] and 0 < got["hands"] < 100_000


# -- when whoever plays is killed ----------------------------------------------------------------------

DEADLY = 7


def deadly(asking: StudyQuestion, numbers: list[int]) -> list[Any]:
    """Plays hands; over one of them its process is killed, each time."""
    if DEADLY in numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return played(asking, numbers)


def deadly_once(asking: StudyQuestion, numbers: list[int]) -> list[Any]:
    """Plays hands; its process is killed once, by what a process before it left behind."""
    sign = Path(os.environ["SIGN"])
    if DEADLY in numbers and not sign.exists():
        sign.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return played(asking, numbers)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes that know what a test has put in")
def test_a_process_that_dies_costs_its_own_hands_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asking = question()
    monkeypatch.setattr("tutor.teach.studies.run.played", deadly)
    with pytest.raises(Missing) as caught:
        study(asking, 12, 2, quiet)
    found = caught.value.tallies
    assert {tally.hand for tally in found} == set(range(12)) - {DEADLY}
    told = render(report_doc(asking, record.read(asking.record), found, 12, lost=True), RenderOptions(width=60), {})
    assert "11 of 12 hands" in told
    monkeypatch.setenv("SIGN", str(tmp_path / "sign"))
    monkeypatch.setattr("tutor.teach.studies.run.played", deadly_once)
    assert sorted(study(asking, 12, 2, quiet)) == sorted(played(asking, range(12)))
