"""A few papers to search in."""

from typing import Final

from openrepro.search.building import Document

DOCUMENTS: Final = (
    Document("p1", "Deep learning of graphs", "Ada Lovelace", "Error falls by 3.1 % with GPT-4.", "On graphs."),
    Document("p2", "Sparse attention", "Émile Borel", "A learning rate of 0.1 is best.", "We study attention."),
    Document("p3", "Transformers for tables", "Bo Li", "Transformers need 4 layers. Deep ones learn.", ""),
    Document("p4", "A transformer that learns", "Ada Byron", "", "Deep learning, at length: learning, learning."),
    Document("p5", "Reinforcement of bridges", "Cy Twombly"),
)
