"""What a name says of its number: a metric, a setting of the run, or a value that the paper reports."""

import re

from openrepro.evidence.patterns import split_words

_PART = re.compile(r"[A-Z]?[a-z]++|[A-Z]++(?![a-z])|[0-9]++")
_METRICS = split_words(
    """accuracy acc bleu chrf rouge meteor mos loss losses perplexity ppl f1 auc auroc auprc mse rmse mae nll elbo psnr
    ssim fid kid lpips wer cer eer score scores similarity latency reward rewards regret speedup throughput macs
    flops win winrate wins preference improvement gain reduction savings correlation pearson spearman recall precision
    ndcg mrr kl divergence success error errors err vbench elo rating ratings likert bpb bpc iou dice pesq stoi sdr
    dnsmos utmos measured metric metrics observed results result"""
)
_SETTINGS = split_words(
    """threshold thresh tol tolerance lr learning seed seeds epoch epochs batch alpha beta gamma lambda eps epsilon
    dropout weight weights dim size num count steps step budget min max limit bound bounds prior noise sigma temperature
    margin config cfg default defaults init initial decay momentum hyperparameters hparams scale grid
    range sweep levels level version schema id tokens bits delta rank depth width layers heads horizon warmup"""
)
_PAPERS = split_words(
    """paper papers claimed reported report expected expect reference published target targets theory
    theoretical literature citation quoted original official nominal stated advertised author authors groundtruth table
    spec asserted"""
)


def parts_of(name: str) -> frozenset[str]:
    """The lower-case words of an identifier or phrase: `asrBleu_v2` → asr, bleu, v, 2."""
    return frozenset(part.lower() for part in _PART.findall(name[-200:]))


def is_of_paper(name: str) -> bool:
    """Whether the name says that the number is the paper's, or one to compare with."""
    return bool(parts_of(name) & _PAPERS)


def is_setting(name: str) -> bool:
    """Whether the name is that of a setting, a size or a limit rather than of an outcome."""
    return bool(parts_of(name) & _SETTINGS)


def is_metric(name: str) -> bool:
    """Whether the name is that of an outcome of the entry's own work."""
    parts = parts_of(name)
    return bool(parts & _METRICS) and not parts & _SETTINGS and not parts & _PAPERS
