"""What tools/make-lexicon is made of: a module for each language, and what they share.

    packages.py   where words come from: packages of public registries, pinned by their digests
    render.py     the file that becomes of them, in the format that src/lexicon/format/mod.rs describes
    frequency.py  how often words are written
    wikdict.py    what dictionaries translate into
    lexique.py    French words with their parts of speech
    lookups.py    tables of base forms
    tanglet.py    the lists of a word game
    by_hand.py    words taken out one by one
    en.py, ...    a language each: which packages, which words, and why
"""
