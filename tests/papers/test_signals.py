"""Signals of papers: each pattern fires on what it means and not on what it does not; unknown is a state."""

import time

import pytest

from openrepro.ids import sha256
from openrepro.papers.compute_words import Compute
from openrepro.papers.data_words import Data
from openrepro.papers.markdown_text import markdown_text
from openrepro.papers.paper import Paper
from openrepro.papers.signals import Aspect, Code, Signals, Text, basis_of, signals_from, signals_of
from openrepro.papers.text import TextFormat
from openrepro.papers.text_writing import Named


def of(abstract: str, **told: str) -> Signals:
    return signals_of(Paper("p", "A paper", abstract=abstract, **told))  # type: ignore[arg-type]


def whole(source: str) -> Signals:
    text = markdown_text(source, Named("p", "v2", sha256(source.encode()), TextFormat.MARKDOWN))
    return signals_of(Paper("p", "A paper", abstract="We use 64 TPUs."), text)


@pytest.mark.parametrize(
    ("said", "compute"),
    [
        ("We time both on a laptop.", Compute.LAPTOP),
        ("It runs on a single CPU core.", Compute.LAPTOP),
        ("Timed on an Intel Core i7 processor.", Compute.LAPTOP),
        ("It is trained without a GPU.", Compute.LAPTOP),
        ("All runs use a single RTX 3090.", Compute.ONE_GPU),
        ("We ran on one NVIDIA GeForce RTX 4090 GPU with 24GB.", Compute.ONE_GPU),
        ("We ran on an NVIDIA A100-80GB GPU.", Compute.ONE_GPU),
        ("It took 12 A100-hours.", Compute.ONE_GPU),
        ("We train on 8 NVIDIA A100 GPUs for 3 days.", Compute.SEVERAL_GPUS),
        ("We train on 8xA100.", Compute.SEVERAL_GPUS),
        ("We train on four V100s.", Compute.SEVERAL_GPUS),
        ("We train on A100 x 8.", Compute.SEVERAL_GPUS),
        ("We use two T4 GPUs.", Compute.SEVERAL_GPUS),
        ("We use a TPU v3-8.", Compute.SEVERAL_GPUS),
        ("It took 900 GPU hours.", Compute.SEVERAL_GPUS),
        ("We use a TPU v4-128.", Compute.CLUSTER),
        ("It took 2,000 GPU hours.", Compute.CLUSTER),
        ("Each of 4 nodes with 8 GPUs each runs one.", Compute.CLUSTER),
        ("We use 16 Nvidia H100s.", Compute.CLUSTER),
        ("We fine-tuned a 70B model.", Compute.CLUSTER),
        ("We train a 1.3B model on it.", Compute.ONE_GPU),
    ],
)
def test_a_machine_is_classed_by_what_is_said(said: str, compute: Compute) -> None:
    found = of(said)
    assert found.compute is compute
    assert found.evidence[Aspect.COMPUTE] == (said, "the abstract")


@pytest.mark.parametrize(
    "said",
    [
        "",
        "Experiments run on NVIDIA A100 GPUs.",
        "Unlike prior work, which needs 256 GPUs, ours is cheap.",
        "See Table 3 GPU memory.",
        "We study two T4 phages.",
        "A GPU-accelerated kernel is given.",
        "We use GeForce 3090 GPUs.",
        "The model does not fit on a single GPU.",
        "Smith et al. trained on 512 GPUs.",
        "We evaluate a 70B model.",
        "The laptop market has grown.",
        "8 8 8 of them.",
    ],
)
def test_nothing_is_guessed(said: str) -> None:
    found = of(said)
    assert found.compute is Compute.UNKNOWN
    assert Aspect.COMPUTE not in found.evidence


def test_the_largest_machine_counts() -> None:
    found = of("We tune on a single GPU. The final run took 32 A100 GPUs. Plots were made on a laptop.")
    assert found.compute is Compute.CLUSTER
    assert found.evidence[Aspect.COMPUTE].quote == "The final run took 32 A100 GPUs."


@pytest.mark.parametrize(
    ("said", "data"),
    [
        ("We evaluate on CIFAR-10 and ImageNet.", Data.PUBLIC),
        ("See https://zenodo.org/record/12 for all.", Data.PUBLIC),
        ("The data are available upon reasonable request.", Data.ON_REQUEST),
        ("We test on a proprietary dataset and on MNIST.", Data.CLOSED),
        ("The data cannot be shared.", Data.CLOSED),
        ("We release a new benchmark.", Data.RELEASED),
        ("All results are on synthetic data.", Data.GENERATED),
        ("No name that anybody knows: MNISTX.", Data.UNKNOWN),
        ("It works without proprietary data.", Data.UNKNOWN),
        ("Upon request of a reviewer we add a proof.", Data.UNKNOWN),
    ],
)
def test_data_are_as_hard_to_get_as_is_said(said: str, data: Data) -> None:
    found = of(said)
    assert found.data is data
    assert (Aspect.DATA in found.evidence) is (data is not Data.UNKNOWN)


def test_well_known_data_sets_are_named_the_most_frequent_first() -> None:
    assert of("MNIST, then CIFAR-10. On CIFAR-10 it wins. FashionMNIST is none.").datasets == ("CIFAR-10", "MNIST")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("Code is available at https://github.com/ada/thing.", Code.LINKED),
        ("Our code: https://gitlab.com/ada/thing", Code.LINKED),
        ("Code will be made publicly available upon publication.", Code.PROMISED),
        ("We use the library of https://github.com/other/lib here.", Code.UNKNOWN),
        ("Codes over finite fields are available.", Code.UNKNOWN),
    ],
)
def test_code_is_linked_only_where_it_is_the_papers_own(said: str, code: Code) -> None:
    assert of(said).code is code


def test_the_record_of_a_paper_counts_before_its_text() -> None:
    found = of("Code is available at https://github.com/ada/thing.", code_url="https://example.org/code")
    assert (found.code, found.code_url) == (Code.LINKED, "https://example.org/code")
    assert found.evidence[Aspect.CODE].where == "the record of the paper"


def test_a_text_on_file_counts_instead_of_the_abstract_and_says_where() -> None:
    found = whole("# Title\n\n## Setup\n\nWe used 4 A100 GPUs.\n\n## References\n\nBig Co. We used 512 H100 GPUs.\n")
    assert (found.text, found.compute) == (Text.ON_FILE, Compute.SEVERAL_GPUS)
    assert found.evidence[Aspect.COMPUTE] == ("We used 4 A100 GPUs.", "the text, v2, section “Setup”")


def test_what_signals_were_read_from_is_said() -> None:
    assert (of("").text, of("Something.").text) == (Text.NONE, Text.ABSTRACT)


def test_a_paper_without_experiments() -> None:
    assert of("This paper does not include experiments.").theory
    assert not of("We run many experiments.").theory
    assert not of("We prove two theorems.").theory
    proofs = "# T\n\n## Main\n\n**Theorem 1.** A is B.\n\n**Lemma 2.** B is C.\n\n"
    assert whole(proofs).theory
    assert not whole(proofs + "## Experiments\n\nWe try it.\n").theory


def test_signals_go_through_json() -> None:
    found = of("Code is available at https://github.com/a/b. On MNIST with 8 A100 GPUs.")
    assert signals_from(found.as_json()) == found  # type: ignore[arg-type]


def test_what_signals_are_made_from_changes_with_record_and_text() -> None:
    paper = Paper("p", "A paper", abstract="a")
    assert basis_of(paper, "") == basis_of(Paper("p", "Another title", abstract="a"), "")
    assert len({basis_of(paper, ""), basis_of(paper, "x"), basis_of(Paper("p", "A", abstract="b"), "")}) == 3


@pytest.mark.parametrize(
    "piece", ["8 ", "A100 ", "we train ", "a ", "github.com/a ", "data ", "on a ", "CPU GPU ", "\n\n"]
)
def test_hostile_texts_take_linear_time(piece: str) -> None:
    def seconds(length: int) -> float:
        text, start = piece * (length // len(piece)), time.perf_counter()
        of(text)
        return time.perf_counter() - start

    seconds(10_000)
    assert seconds(200_000) < 30 * max(seconds(20_000), 0.01)
