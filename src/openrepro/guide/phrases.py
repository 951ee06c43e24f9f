"""What a rule file comes to, sentence by sentence: the one place where its numbers become words."""

from decimal import Decimal
from typing import Final

from openrepro.board.standings import TIE_RULES
from openrepro.challenge.rules import (
    AwardBy,
    ClaimStatus,
    FalsifiedNeeds,
    FiniteCheck,
    Late,
    ReaderKind,
    Rules,
    ScoringEntry,
)
from openrepro.grades import Grade
from openrepro.guide.text import Prose, counted, prose

GRADES: Final[dict[Grade, str]] = {
    Grade.E0: "said: prose, or a table typed by hand",
    Grade.E1: "a result file that the entry carries (JSON, CSV)",
    Grade.E2: "the output of a recorded run: command, exit code, duration and complete output together",
    Grade.E3: "the output of a run that the organisers repeated",
}


def certified(rules: Rules) -> Prose:
    if not rules.not_certified_by:
        return ()
    return prose("It is not certified by {body}.", body=rules.not_certified_by)


def opening(rules: Rules) -> Prose:
    return prose("Entries are judged from @opens on.", opens=rules.window.opens)


def closing(rules: Rules) -> Prose:
    return prose(
        "It closes at @closes. A revision that exists at that instant is judged, however long the queue is.",
        closes=rules.window.closes,
    )


def late(rules: Rules) -> Prose:
    if rules.window.late is Late.LIST:
        return prose("What comes after the close is listed as late, without points, and is not judged.")
    return prose("What comes after the close is refused.")


def scoring(rules: Rules) -> Prose:
    assert rules.entries.one_scoring_entry is ScoringEntry.FIRST_JUDGED
    return prose(
        "Of several entries of a team on one paper, the first that was judged scores, for good (rule `{rule}`). The "
        "others are judged, shown in grey and say why.",
        rule=rules.entries.one_scoring_entry.value,
    )


def cap(rules: Rules) -> Prose:
    most = rules.entries.daily_cap
    if not most:
        return prose("There is no daily cap on entries.")
    return prose(
        "Of a team, at most {most} a UTC day are judged for the first time. What is beyond that waits for the next "
        "day; nothing is lost.",
        most=counted(most, "entry", "entries"),
    )


def cooldown(rules: Rules) -> Prose:
    hours = rules.entries.cooldown_hours
    if not hours:
        return prose("There is no cool-down: a claim with new evidence is judged anew at once.")
    return prose(
        "A claim that was judged keeps its verdict for {hours} (the cool-down); then the newest revision is judged.",
        hours=counted(hours, "hour"),
    )


def licence(rules: Rules) -> Prose:
    if not rules.entries.licence:
        return prose("These rules ask for no licence; without one only hashes of the files are released.")
    return prose(
        "Name a licence: {known}. Without one the entry is judged all the same, and only hashes of its files are "
        "released.",
        known=", ".join(rules.entries.licence),
    )


def points(rules: Rules) -> Prose:
    worth = rules.points
    return prose(
        "A verified claim is worth {verified}, a falsified one {falsified} once it counts, a toy {toy}, an "
        "inconclusive one {inconclusive}.",
        verified=counted(worth.verified, "point"),
        falsified=f"{worth.falsified:,}",
        toy=f"{worth.toy:,}",
        inconclusive=f"{worth.inconclusive:,}",
    )


def most_points(rules: Rules) -> Prose:
    most = max(rules.points.verified, rules.points.falsified)
    return prose("A paper is worth at most {most} per testable claim to a team.", most=counted(most, "point"))


def diminishing(rules: Rules) -> Prose:
    after = rules.points.diminishing_after
    if not after:
        return prose("Every scoring entry counts in full.")
    return prose(
        "The first {after} of a team count in full; every further one counts half its points, rounded down.",
        after=counted(after, "scoring entry", "scoring entries"),
    )


def evidence(rules: Rules) -> Prose:
    grade = rules.judging.evidence
    return prose(
        "For verified and falsified these rules ask for evidence of grade {grade} or better: {what}.",
        grade=grade.name,
        what=GRADES[grade],
    )


def finite_check(rules: Rules) -> Prose:
    if rules.judging.universal_finite_check is FiniteCheck.TOY:
        return prose("A finite check of a claim about all cases is a toy, however many cases it has.")
    return prose("A finite check of a claim about all cases may be verified under these rules.")


def second_look(rules: Rules) -> Prose:
    if rules.judging.falsified_needs is FalsifiedNeeds.NOTHING:
        return prose("A falsification counts at once.")
    return prose(
        "A falsification is provisional until another reading, another team, a re-run or a person confirms it; until "
        "then it earns nothing and makes nothing contested."
    )


def audit(rules: Rules) -> Prose:
    share = (Decimal(rules.judging.random_audit) * 100).normalize()
    if not share:
        return prose("No verdicts are drawn for a second look by chance.")
    return prose("Of all verdicts, {share} % are drawn by chance for a person to look at again.", share=f"{share:f}")


def reader(rules: Rules) -> Prose:
    judging = rules.judging
    if judging.reader is ReaderKind.RULES:
        return prose("The reader is `rules`: code that binds declared results to claims. No model takes part.")
    if judging.reader is ReaderKind.PERSON:
        return prose("The reader is a person, who fills in the form about each claim.")
    known = ", which is `{model}`" if _model(rules, judging.model.reader) != judging.model.reader else ""
    named = f"`{{name}}`{known}" if judging.model.reader else "the rule file does not name it"
    return prose(
        f"The reader is a model ({named}). Judging may cost USD {{total}} in all and USD {{daily}} a day.",
        name=judging.model.reader,
        model=_model(rules, judging.model.reader),
        total=judging.model.budget_usd,
        daily=judging.model.budget_usd_per_day,
    )


def prosecutor(rules: Rules) -> Prose:
    named = rules.judging.model.prosecutor
    if rules.judging.reader is not ReaderKind.MODEL or not named:
        return ()
    if named == rules.judging.model.reader:
        return prose("The same model, asked again as prosecutor, argues the other side.")
    called = _model(rules, named)
    known = ", which is `{called}`," if called != named else ","
    return prose(f"A second model, `{{named}}`{known} argues the other side.", named=named, called=called)


def _model(rules: Rules, name: str) -> str:
    """What its endpoint calls the model of this name; the name where the rule file does not say."""
    called = {endpoint.name: endpoint.model for endpoint in rules.judging.model.endpoints}
    return called.get(name, name)


def disagreement(rules: Rules) -> Prose:
    if rules.board.claim_status is ClaimStatus.CONTESTED:
        return prose("Where one team verifies a claim and another falsifies it, the claim is shown as contested.")
    return prose("A claim that one team verified stays verified, whatever others find (first verified wins).")


def ties(rules: Rules) -> Prose:
    return prose("Equal points: {rule}.", rule=TIE_RULES[rules.board.ties])


def strength(rules: Rules) -> Prose:
    return prose(
        "The strength board lists teams with at least {least}.",
        least=counted(rules.board.strength_least, "settled claim"),
    )


def grants(rules: Rules) -> Prose:
    given = rules.credits
    if not given.slots:
        return prose("There is no programme of compute credits.")
    return prose(
        "There are {slots} of {value} each. They pay for {what}. Requests are taken until @until.",
        slots=counted(given.slots, "grant"),
        value=given.value,
        what=given.pays_for or "what the organisers say",
        until=given.requests_until,
    )


def reserved(rules: Rules) -> Prose:
    if not rules.credits.slots:
        return ()
    if rules.credits.reserved_for_members:
        return prose("Once all are given, what comes back goes to accounts that were there before.")
    return prose("Once all are given, what comes back goes to whoever waits.")


def grants_expire(rules: Rules) -> Prose:
    given = rules.credits
    if not given.slots:
        return ()
    if not given.redeem_days:
        return prose("A grant does not expire.")
    return prose("A grant expires unless it is redeemed within {days}.", days=counted(given.redeem_days, "day"))


def awards(rules: Rules) -> tuple[Prose, ...]:
    by = {AwardBy.POINTS: "by points, after the organisers' review", AwardBy.NOMINATION: "by nomination of one entry"}
    return tuple(
        prose("{title}: {amount}, {by} (`{key}`)", title=one.title, amount=one.amount, by=by[one.by], key=one.key)
        for one in rules.awards
    )


def appeals(rules: Rules) -> Prose:
    days = rules.appeals.days
    if not days:
        return prose("These rules know no appeals.")
    return prose(
        "An appeal may come within {days} of the verdict. It names the claim and points at cells; a person decides, "
        "who sees the evidence before the argument, and the reason is public.",
        days=counted(days, "day"),
    )


def replies(rules: Rules) -> Prose:
    if not rules.authors.reply_days:
        return prose("These rules set authors no time to reply in; they may write to the organisers.")
    return prose(
        "Authors have {days} to reply to a confirmed finding about their paper: confirm, dispute, or name the version "
        "that corrects it. Replies stand beside the verdict.",
        days=counted(rules.authors.reply_days, "day"),
    )


def held_back(rules: Rules) -> Prose:
    if rules.authors.hold_falsified and rules.authors.reply_days:
        return prose("A confirmed falsification stays off public pages until then.")
    return prose("A confirmed falsification is public at once.")


def tag(rules: Rules) -> Prose:
    return prose(
        "A Space takes part by the tag `{tag}` and one that names its paper, `{paper}`.",
        tag=rules.entries.tag,
        paper=rules.entries.paper_tag.replace("{id}", "PAPER"),
    )
