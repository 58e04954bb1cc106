"""What tools/make-lexicon is made of: a module for each language, and what they share.

    packages.py   where words come from: packages of public registries, pinned by their digests
    render.py     the file that becomes of them, in the format that src/lexicon/format.rs describes
    en.py, ...    a language each: which packages, which words, and why
"""
