"""Keeps the numbers of other programs that test/scoring/metrics compares with: python3 make.py > values.json

BLEU and its tokens by sacreBLEU, sentence BLEU without smoothing by NLTK as well, ROUGE by torchmetrics, F1 by scikit-learn, Kendall's
tau-b and cosines by scipy. All texts are made up here; random ones are drawn with a fixed seed. Versions are in the output.
"""

import importlib.metadata
import importlib.util
import json
import pathlib
import platform
import random
import sys
import types
import warnings

import nltk
import numpy
import sacrebleu
import scipy
import sklearn
from nltk.translate.bleu_score import corpus_bleu, sentence_bleu
from sacrebleu.metrics import BLEU
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh
from scipy.spatial.distance import cosine
from scipy.stats import kendalltau
from sklearn.metrics import f1_score
from sklearn.preprocessing import MultiLabelBinarizer

warnings.simplefilter("ignore")


def torchmetrics_rouge():
    """torchmetrics' file of ROUGE, which uses torch for nothing but single numbers: with plain floats it needs no torch, and is exact."""
    torch = types.ModuleType("torch")
    torch.Tensor, torch.tensor = float, float
    imports = types.ModuleType("torchmetrics.utilities.imports")
    imports._NLTK_AVAILABLE = True
    stubs = {"torch": torch, "torchmetrics": types.ModuleType("torchmetrics"), "torchmetrics.utilities.imports": imports}
    sys.modules.update(stubs, **{"torchmetrics.utilities": types.ModuleType("torchmetrics.utilities")})
    folder = pathlib.Path(importlib.metadata.distribution("torchmetrics").locate_file("torchmetrics"))
    spec = importlib.util.spec_from_file_location("rouge", folder / "functional" / "text" / "rouge.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


rouge = torchmetrics_rouge()
draw = random.Random(20261)

PAIRS = [
    # Several references, and the clipping of Papineni et al. (2002): two of seven words match
    (
        "It is a rule of the house which says that the guests always take off the shoes of the day.",
        [
            "It is a rule of the house that says that guests must always take off their shoes.",
            "It is the first rule which tells the guests always to be without the shoes of the day.",
            "The house has the practical rule for its guests always to take off the shoes.",
        ],
    ),
    ("the the the the the the the", ["The dog is on the sofa.", "There is a dog on the sofa."]),
    # The same words in another order, as in section 3.1 of Lin (2004): ROUGE-L 3/4, 1/2 and 1/2
    ("workers close the valve", ["workers closed the valve"]),
    ("the valve close workers", ["workers closed the valve"]),
    ("the valve workers closed", ["workers closed the valve"]),
    ("The pump stops at 3.5 bar, and the valve-lid opens (slowly).", ["At 3.5 bar the pump stops; the valve lid opens slowly."]),
    ("Costs rose by 1,200.50 euros - 5% more than in 2019-2020!", ["Costs rose 1,200.50 euros, 5 % more than in 2019."]),
    # Two references equally near in length: the shorter one counts
    ("red green blue", ["red green", "red green blue warm"]),
    ("yes", ["yes"]),
    ("yes", ["no"]),
    ("two words", ["two words and four more words"]),
    ("a much longer answer than anybody could want here", ["short answer"]),
    ("", ["something"]),
    ("&quot;A &amp; B&quot; are half-\nway &lt;here&gt;", ['"A & B" are halfway <here>']),
]
CHINESE = [
    ("水在一百度时沸腾，压力越大，沸点越高。", ["压力越大，水的沸点越高；常压下为一百度。"]),
    ("答案是B：温度为37.5℃，用药2次/日", ["体温37.5℃，每日用药2次（B）"]),
    ("“肺炎”——由病毒引起…", ["“肺炎”由细菌引起。", "肺炎由病毒引起…"]),
    ("ＡＢＣ 与 abc 不同", ["ABC与abc不同"]),
]
WORDS = ["red", "green", "blue", "warm", "cold", "wet", "dry", "old", "new"]


def text():
    return " ".join(draw.choice(WORDS) for _ in range(draw.randint(1, 14)))


PAIRS += [(text(), [text() for _ in range(draw.randint(1, 3))]) for _ in range(20)]


def bleu_of(answers, references, tokenize, order, smoothing, sentence):
    metric = BLEU(tokenize=tokenize, max_ngram_order=order, smooth_method=smoothing, effective_order=sentence)
    if sentence:
        return metric.sentence_score(answers, references).score / 100
    most = max(len(r) for r in references)
    # Answers have different numbers of references: sacreBLEU leaves out those that are None.
    columns = [[r[k] if k < len(r) else None for r in references] for k in range(most)]
    return metric.corpus_score(answers, columns).score / 100


def bleu_rows(pairs, tokenize):
    settings = [(order, smoothing) for order in (1, 2, 3, 4) for smoothing in ("none", "floor", "add-k", "exp")]
    return {
        "tokens": tokenize,
        "pairs": [{"answer": a, "references": r} for a, r in pairs],
        "sentences": [
            {"order": o, "smoothing": s, "values": [bleu_of(a, r, tokenize, o, s, True) for a, r in pairs]} for o, s in settings
        ],
        "corpus": [
            {"order": o, "smoothing": s, "value": bleu_of([a for a, _ in pairs], [r for _, r in pairs], tokenize, o, s, False)}
            for o, s in settings
        ],
    }


def rouge_rows():
    rows = []
    for answer, references in PAIRS:
        for reference in references:
            a, r = (rouge._normalize_and_tokenize_text(text) for text in (answer, reference))
            found = {"rouge1": rouge._rouge_n_score(a, r, 1), "rouge2": rouge._rouge_n_score(a, r, 2), "rougeL": rouge._rouge_l_score(a, r)}
            rows.append(
                {
                    "answer": answer,
                    "reference": reference,
                    **{
                        key: [float(found[key][part]) for part in ("precision", "recall", "fmeasure")]
                        for key in ("rouge1", "rouge2", "rougeL")
                    },
                }
            )
    return rows


def label_rows():
    labels = ["fever", "cough", "rash", "pain", "none"]
    cases = []
    for single in (True, False):
        for n in (3, 8, 40):
            truth = [[draw.choice(labels)] if single else draw.sample(labels, draw.randint(1, 3)) for _ in range(n)]
            given = [[draw.choice(labels)] if single else draw.sample(labels, draw.randint(0, 3)) for _ in range(n)]
            used = sorted({x for row in truth + given for x in row})
            binary = MultiLabelBinarizer(classes=used)
            y, z = binary.fit_transform(truth), binary.transform(given)
            cases.append(
                {
                    "truth": truth,
                    "given": given,
                    **{a: float(f1_score(y, z, average=a, zero_division=0)) for a in ("micro", "macro", "weighted")},
                    "items": [float(f1_score(y[i], z[i], zero_division=0)) for i in range(n)],
                }
            )
    return cases


def orders():
    rows = []
    for n in (2, 3, 5, 9):
        for _ in range(6):
            x = [draw.randint(1, n) for _ in range(n)]
            y = draw.sample(range(1, n + 1), n)
            tau = kendalltau(x, y).statistic
            rows.append({"given": x, "wanted": y, "tau": None if numpy.isnan(tau) else float(tau)})
    return rows


def cosines():
    rows = []
    for n in (1, 3, 50):
        x = [draw.gauss(0, 1) for _ in range(n)]
        y = [draw.gauss(0, 1) for _ in range(n)]
        rows.append({"x": x, "y": y, "cosine": 1 - float(cosine(x, y))})
    return rows


def nltk_check():
    split = [(a.split(), [r.split() for r in refs]) for a, refs in PAIRS if len(a.split()) >= 4]
    return {
        "pairs": [{"answer": " ".join(a), "references": [" ".join(r) for r in refs]} for a, refs in split],
        "corpus": corpus_bleu([refs for _, refs in split], [a for a, _ in split]),
        "unigrams": [sentence_bleu(refs, a, weights=(1,)) for a, refs in split],
    }


print(
    json.dumps(
        {
            "versions": {
                "python": platform.python_version(),
                "sacrebleu": sacrebleu.__version__,
                "nltk": nltk.__version__,
                "torchmetrics": importlib.metadata.version("torchmetrics"),
                "sklearn": sklearn.__version__,
                "scipy": scipy.__version__,
            },
            "tokens": {
                "13a": [{"text": a, "tokens": Tokenizer13a()(a.rstrip()).split()} for a, _ in PAIRS[:14]],
                "zh": [{"text": a, "tokens": TokenizerZh()(a.rstrip()).split()} for a, _ in CHINESE + PAIRS[5:7]],
            },
            "bleu": [bleu_rows(PAIRS, "13a"), bleu_rows(CHINESE, "zh")],
            "nltk": nltk_check(),
            "rouge": rouge_rows(),
            "labels": label_rows(),
            "orders": orders(),
            "cosines": cosines(),
        },
        ensure_ascii=False,
        indent=1,
    )
)
