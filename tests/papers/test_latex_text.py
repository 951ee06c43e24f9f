"""LaTeX source is read as its pages say it: numbers, references and the author's own words included."""

from openrepro.papers.text import TextFormat
from tests.papers.texts import labelled, paragraphs, part, text_of

PAPER = r"""\documentclass{article}
\newtheorem{thm}{Theorem}[section]
\newtheorem{lem}[thm]{Lemma}
\newcommand{\method}{\textsc{JustGRPO}\xspace}
\def\team{the team}
\begin{document}
\begin{abstract}
We introduce \method, a method\footnote{A \emph{note}.\footnote{Deeper.}} that beats the
\emph{state of the art} by 3.1\% % no
(see Table~\ref{tab:main} and \cref{thm:rate}), says \team.
\end{abstract}
\section{Introduction}\label{sec:intro}
Erd\H{o}s and Poincar\'e said ``hello'' -- see Section~\ref{sec:exp}, Eq.~\eqref{eq:y} \citep{someone}.
\begin{equation}
 a_{t} \le \frac{6}{5}
\end{equation}
\begin{align}
 x &= 1 \nonumber\\
 y &= 2 \label{eq:y}
\end{align}
\section{Experiments}\label{sec:exp}
\begin{thm}[Rate]\label{thm:rate}
For every curvature $\mu \in [3/4, 1]$, $t |x_t| \leq 6/5$.

It goes on.
\end{thm}
\begin{lem} A lemma. \end{lem}
\begin{table}[t]
\caption{Main \textbf{results}.}\label{tab:main}
\begin{tabular}{l|cc}
Method & Acc. \\ \midrule
\method & \multicolumn{1}{c}{89.1} \\
\end{tabular}
\end{table}
\begin{tikzpicture} \draw (0,0); \end{tikzpicture}
\begin{verbatim}
raw \text {x}
\end{verbatim}
\appendix
\section{Proofs}
There are 51{,}233 \textcolor{red}{characters}.
\end{document} ignored
"""


def test_words_stay_and_commands_go() -> None:
    found = paragraphs(text_of(PAPER, TextFormat.LATEX))
    wanted = "We introduce JustGRPO, a method that beats the state of the art by 3.1% (see Table 1 and Theorem 2.1)"
    assert found[:4] == ["Abstract", f"{wanted}, says the team.", "A note.", "Deeper."]
    assert "Theorem 2.1 (Rate). For every curvature μ ∈ [3/4, 1], t |x_t| ≤ 6/5." in found
    assert "Lemma 2.2. A lemma." in found
    assert "raw \\text {x}" in found
    assert found[-1] == "There are 51,233 characters."
    assert any(one.startswith("Erdős and Poincaré said “hello” – see Section 2, Eq. (2) [@someone].") for one in found)
    assert "draw" not in text_of(PAPER, TextFormat.LATEX).text


def test_parts_have_the_numbers_of_the_printed_paper() -> None:
    text = text_of(PAPER, TextFormat.LATEX)
    titles = ["Abstract", "1 Introduction", "2 Experiments", "A Proofs"]
    assert [one.title for one in text.sections] == titles
    assert [one.name for one in text.labels] == [
        "Equation (1)",
        "Equation (2)",
        "Theorem 2.1",
        "Lemma 2.2",
        "Table 1",
    ]
    assert labelled(text, "Theorem 2.1").endswith("It goes on.")
    assert labelled(text, "Table 1") == "Table 1: Main results. Method Acc. JustGRPO 89.1"
    assert part(text, text.tables[0]) == "Method Acc. JustGRPO 89.1"


def test_spans_lead_back_to_the_characters_of_the_file() -> None:
    text = text_of(PAPER, TextFormat.LATEX)
    for words, written in (("state of the art", "state of the art"), ("JustGRPO", "\\method"), ("ő", "\\H{o}")):
        at = text.text.index(words)
        start, end = text.source(type(text.tables[0])(at, at + len(words)))
        assert PAPER[start:end] == written


def test_a_fragment_without_a_document_is_read_too() -> None:
    assert paragraphs(text_of(r"Plain \textbf{words} only.", TextFormat.LATEX)) == ["Plain words only."]


def test_deep_nesting_is_no_recursion() -> None:
    depth = 20_000
    found = text_of("start " + "\\footnote{a \n\n" * depth + "}\n\n" * depth, TextFormat.LATEX)
    assert found.text.startswith("start")
    text_of("\\section{" * depth + "x" + "}" * depth, TextFormat.LATEX)
    text_of("\\begin{thm}[" * 2_000 + "x", TextFormat.LATEX)


def test_citations_are_marks_of_their_keys() -> None:
    source = r"As \citet{doe_21} and \citep[see][p.~3]{a, DBLP:b/c} say~\cite*{x}.\nocite{y} No \cite{} \cite."
    wanted = "As [@doe_21] and [@a, @DBLP:b/c] say [@x]. No ."
    assert paragraphs(text_of(source, TextFormat.LATEX)) == [wanted]
    many = text_of(r"So \cite{" + ",".join(f"k{number}" for number in range(50_000)) + "[}.", TextFormat.LATEX)
    assert many.text.strip().startswith("So [@k0, @k1,")
    assert len(many.text) < 200
