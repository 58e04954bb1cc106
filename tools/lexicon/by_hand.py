"""Words that a language's module names: each must do something, or it is a slip of the pen or no longer needed."""

import sys


def take_out(words, *named):
    """The words without those of the sets after them."""
    named = set().union(*named)
    if not named <= words:
        sys.exit(f"named to be left out, but not in: {' '.join(sorted(named - words))}")
    return words - named
