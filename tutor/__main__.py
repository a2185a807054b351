"""`python -m tutor` is the same program as `tutor`."""

try:
    from tutor.cli import main
except KeyboardInterrupt:  # it was still being looked for
    raise SystemExit(130) from None

if __name__ == "__main__":
    main()
