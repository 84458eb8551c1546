"""Writes sample logs in the format of lm-evaluation-harness 0.4 (`--log_samples`) for tasks of type `multiple_choice`.

The questions are invented. The log-likelihoods are chosen for the cases that matter: ties, options of unequal length, texts of more
bytes than characters, options and questions with spaces at their ends. They are multiples of 1/8, so every sum of halves is exact.
Scores are computed here with numpy, as the harness computes them: argmax of the log-likelihoods, and of the log-likelihoods divided
by the length of the choice in characters (acc_norm) or bytes (acc_bytes). `prob` is the softmax at the key (not of the harness).

Run: python3 make.py   (numpy 2.4.6; writes samples_*.jsonl beside this file)
"""

import json
import os

import numpy as np

CLOZE = [
    # question, choices, answer, log-likelihoods
    ("What floats on water?", ["a stone", "cork", "lead", "a brick"], 1, [-9.5, -7.25, -8.0, -11.0]),
    ("Which of these is longest?", ["a day", "a century of summers and winters", "an hour"], 1, [-6.0, -21.0, -7.5]),
    ("Two options are equally likely; the key is first.", ["north", "south"], 0, [-4.0, -4.0]),
    ("Two options are equally likely; the key is second.", ["north", "south"], 1, [-4.0, -4.0]),
    ("Equal per character, not in sum.", ["ab", "abcd"], 1, [-2.0, -4.0]),
    ("Equal per character, key first.", ["abcd", "ab"], 0, [-4.0, -2.0]),
    ("Which word means water?", ["water", "\u6c34"], 1, [-6.0, -3.0]),
    ("Which word is Greek?", ["na\u00efve", "\u03bb\u03cc\u03b3\u03bf\u03c2", "logos"], 1, [-9.0, -9.0, -7.5]),
    ("Which is a clef?", ["\U0001d11e", "ab", "x"], 0, [-3.5, -6.75, -3.25]),
    ("Do spaces before an option count?", ["  yes", "no"], 0, [-5.0, -2.5]),
    ("Do spaces after an option count?  ", ["yes  ", "no"], 0, [-5.0, -2.25]),
    ("Nearly certain of a wrong one.", ["this", "that"], 0, [-60.0, -0.125]),
    ("Very unlikely, all of them.", ["one thing", "another", "a third"], 2, [-800.0, -810.5, -799.5]),
    ("Five options.", ["red", "green", "blue", "black", "white"], 3, [-3.0, -3.5, -2.75, -2.625, -4.0]),
]
LETTER = [
    ("Which of these can swim?", ["a fish", "a table", "a spoon", "a cloud"], 0, [-0.5, -1.75, -2.25, -3.0]),
    ("Which number is even?", ["1", "3", "4", "5"], 2, [-1.0, -1.5, -1.0, -3.5]),
    ("  What is opposite to up?", ["down", "left", "right", "round"], 0, [-1.0, -0.875, -2.0, -2.0]),
    ("\u54ea\u4e00\u4e2a\u662f\u52a8\u7269\uff1f", ["\u732b", "\u684c\u5b50", "\u5c71", "\u6cb3"], 0, [-0.25, -2.0, -2.5, -4.0]),
]
DESCRIPTION = "The following are multiple choice questions (with answers) about trifles.\n\n"


def sample(doc_id, doc, context, continuations, choices, likelihoods):
    lls = np.array(likelihoods)
    gold = doc["answer"]
    by = lambda lengths: float(np.argmax(lls / np.array(lengths, dtype=float)) == gold)
    weights = np.exp(lls - lls.max())
    resps = [[str(ll), "False"] for ll in likelihoods]
    return {
        "doc_id": doc_id,
        "doc": doc,
        "target": str(gold),
        "arguments": {
            f"gen_args_{k}": {"arg_0": context, "arg_1": text} for k, text in enumerate(continuations)
        },
        "resps": [[one] for one in resps],
        "filtered_resps": resps,
        "filter": "none",
        "metrics": ["acc", "acc_norm", "acc_bytes"],
        "acc": float(np.argmax(lls) == gold),
        "acc_norm": by([len(text) for text in choices]),
        "acc_bytes": by([len(text.encode("utf-8")) for text in choices]),
        "prob": float(weights[gold] / weights.sum()),
    }


def cloze():
    for k, (question, choices, answer, lls) in enumerate(CLOZE):
        doc = {"id": f"cloze-{k}", "question": question, "choices": choices, "answer": answer}
        context = f"Question: {question.strip()}\nAnswer:"
        yield sample(k, doc, context, [f" {text}" for text in choices], choices, lls)


def letter():
    for k, (question, choices, answer, lls) in enumerate(LETTER):
        doc = {"id": f"letter-{k}", "question": question, "choices": choices, "answer": answer}
        letters = "ABCDE"[: len(choices)]
        lines = "".join(f"{name}. {text}\n" for name, text in zip(letters, choices))
        context = f"{DESCRIPTION}{question.strip()}\n{lines}Answer:"
        yield sample(k, doc, context, [f" {name}" for name in letters], list(letters), lls)


for name, lines in {"cloze": cloze(), "letter": letter()}.items():
    path = os.path.join(os.path.dirname(__file__), f"samples_trifles_{name}_2026-01-01T00-00-00.000000.jsonl")
    with open(path, "w", encoding="utf-8") as out:
        for line in lines:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
