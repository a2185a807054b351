"""`python -m tutor` is the same program as `tutor`."""

from tutor.cli import main

if __name__ == "__main__":
    main()
