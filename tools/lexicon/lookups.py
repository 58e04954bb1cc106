"""Which word is a form of which, by the tables of spacy-lookups-data 1.0.5 (MIT): they tell base forms from others."""

import gzip
import json

from .packages import Package, wheel_file

LOOKUPS = Package(
    "pypi", "spacy-lookups-data", "1.0.5", "spacy_lookups_data-1.0.5-py2.py3-none-any.whl",
    "466f21f087e4144bc93800679437ec5a17be7d0888734b1ba880b3ecb0978bc6",
)


def read_table(path, name):
    """A table by its name, for example `nl_lemma_lookup`. `path` is the wheel's."""
    return json.loads(gzip.decompress(wheel_file(path, f"spacy_lookups_data/data/{name}.json.gz")))


def forms_by_lemma(lemmas):
    """The other way round: by base form, all that the table makes of it."""
    forms = {}
    for form, lemma in lemmas.items():
        forms.setdefault(lemma, []).append(form)
    return forms
