"""`openrepro board`: fold verdict records into claims, papers, standings and figures."""

from pathlib import Path

import click
from click.core import ParameterSource

from openrepro.challenge.rules import Rules
from openrepro.cli.output import Format, format_option
from openrepro.cli.rules_option import rules_option

NOT_RIGHT = 1

folder_option = click.option(
    "--dir", "folder", type=click.Path(path_type=Path), default=".", help="The folder of the challenge."
)


@click.group()
def board() -> None:
    """Fold verdict records into the public board."""


@board.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--papers", type=click.IntRange(min=0), help="Size of the paper index, for the shares of the figures.")
@click.option("--guest", "guests", multiple=True, metavar="TEAM", help="A team that is shown without a rank.")
@click.option("--view", default="main", show_default=True, help="The view of the challenge's board to show.")
@folder_option
@rules_option
@format_option
@click.pass_context
def show(
    ctx: click.Context,
    files: tuple[str, ...],
    papers: int | None,
    guests: tuple[str, ...],
    view: str,
    folder: Path,
    rules: Rules,
    form: Format,
) -> None:
    """Show consensus per paper and claim, standings and figures of the records in FILES, or of a challenge.

    FILES hold verdict and act records (JSON, JSON lines, a ledger) or what `openrepro judge --format json` printed; -
    is stdin. In the latter a logbook is its own team unless it has a "team". --papers and --guest are for FILES.

    Without FILES it is the board of the challenge in --dir, as its pages show it. With --rules a change of rules is
    tried out: on FILES the board under them is shown, on a challenge what they would change.

    Exit status: 0 when everything was read, 1 when some record could not be, 2 on wrong usage.
    """
    if files:
        _refuse(ctx, "view", "folder", why="it is for the board of a challenge, and FILES are given")
        from openrepro.cli.board_files import show_files

        if not show_files(files, rules, form, papers, guests):
            ctx.exit(NOT_RIGHT)
        return
    _refuse(ctx, "papers", "guests", why="it is for FILES, and none are given")
    if not _given(ctx, "rules"):
        from openrepro.cli.board_challenge import show_challenge  # brings the database, which files do not need

        show_challenge(folder, view, form)
        return
    _refuse(ctx, "view", why="--rules is tried on the board under the rules that hold")
    from openrepro.cli.board_preview import show_preview

    show_preview(folder, rules, form)


@board.command()
@click.option("--check", "only_check", is_flag=True, help="Write nothing; name what differs from the leaves.")
@folder_option
@format_option
@click.pass_context
def rebuild(ctx: click.Context, only_check: bool, folder: Path, form: Format) -> None:
    """Build the board of a challenge anew from the leaves of its ledger, or prove that it is what they give.

    With --check every hash, the tree, every row beside the leaves and every view are computed from the leaves and
    compared; so are versions of rules, claims, lists of archived files, and what acts say of entries and teams, with
    what they follow from. Leaves are never changed: when they are damaged, nothing is built.

    Exit status: 0 when everything is right (with --check) or was built, 1 when --check found a difference or could
    not compare something, 2 when it could not be done.
    """
    from openrepro.cli.board_rebuild import check_challenge, rebuild_challenge

    if not only_check:
        rebuild_challenge(folder, form)
    elif not check_challenge(folder, form):
        ctx.exit(NOT_RIGHT)


def _given(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _refuse(ctx: click.Context, *names: str, why: str) -> None:
    for parameter in ctx.command.params:
        if parameter.name in names and _given(ctx, parameter.name):
            raise click.UsageError(f"{parameter.opts[0]} cannot be used here: {why}.", ctx)
