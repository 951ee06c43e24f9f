"""What a case may lack, each as the one sentence in which a ruling says so."""

from enum import StrEnum
from typing import Final


class Lack(StrEnum):
    """The sentences of rows 2, 4 and 10 that name no detail of the case."""

    NOT_ADDRESSED = "The entry does not address this claim."
    ONLY_SAID = "The result is only said; no recorded run and no result file shows it."
    DISOWNED = "The entry itself says that its result is no measurement, or takes it back."
    NOT_RUN = "The entry itself says that it did not run this."
    HANDED_OVER = "Work was only handed to another machine; its result is not here."
    NO_SOUND_END = "No run behind this claim came to a sound end."
    CONTROL_FAILED = "A control that the entry declared failed."
    CONTRIBUTION_REPLACED = "What was substituted is the paper's own contribution."
    PREMISE_UNMET = "A premise of the claim is not met."
    CUT = "Evidence that could decide was cut from what the reader saw."
    SILENT = "The model that should have read this gave no answer that can be used:"
    NO_READING = "There is no valid reading, and code alone cannot decide."
    STAND_IN = "A stand-in was tested instead of the real thing."
    FINITE = "A finite number of cases was checked; the claim is about all of them."


SCALE_BELOW: Final = "The scale is below the claim's minimum:"
"""How the sentence begins that names the axes which are too small."""
