"""How many paired runs a difference of a given size needs to be seen: a hint for those who plan a reproduction."""

import math

from openrepro.replication.distributions import normal_cdf, t_quantile

_STEPS = 400
_MOST = 100_000


def seeds_needed(effect: float, spread: float, power: float = 0.8, alpha: float = 0.05) -> int | None:
    """The fewest pairs for which a two-sided paired t-test sees `effect` with probability `power`.

    `spread` is the standard deviation of the paired differences, in the unit of `effect`. At least 2; None when
    more than 100,000 would be needed, or when effect, spread, power or alpha make no sense.
    """
    if not (math.isfinite(effect) and effect and math.isfinite(spread) and spread >= 0):
        return None
    if not (0 < power < 1 and 0 < alpha < 1):
        return None
    if spread == 0:
        return 2
    size = abs(effect) / spread
    enough = _first_doubling(size, power, alpha)
    return None if enough is None else _bisect(size, power, alpha, enough)


def paired_power(size: float, pairs: int, alpha: float = 0.05) -> float:
    """Power of the two-sided paired t-test for a standardised effect `size` and at least 2 `pairs`.

    The non-central t distribution, integrated over the sample's standard deviation with Simpson's rule.
    """
    df, shift = pairs - 1, size * math.sqrt(pairs)
    critical = t_quantile(1 - alpha / 2, df)
    missed = _integral(df, critical, shift)
    return min(max(1 - missed, 0.0), 1.0)


def _integral(df: int, critical: float, shift: float) -> float:
    """P(|T| <= critical) for non-central t: E over s = chi/sqrt(df) of P(|Z + shift| <= critical · s)."""
    width = 9 / math.sqrt(2 * df)
    low, high = max(0.0, 1 - width), 1 + width
    step = (high - low) / _STEPS
    weights = [1 if i in (0, _STEPS) else 4 if i % 2 else 2 for i in range(_STEPS + 1)]
    total = math.fsum(
        weight * _chi_density(low + i * step, df) * _between(critical * (low + i * step), shift)
        for i, weight in enumerate(weights)
    )
    return total * step / 3


def _between(reach: float, shift: float) -> float:
    return normal_cdf(reach - shift) - normal_cdf(-reach - shift)


def _chi_density(s: float, df: int) -> float:
    """Density of the square root of a chi-square variable over its degrees of freedom."""
    if s <= 0:
        return math.sqrt(2 / math.pi) if df == 1 else 0.0
    half = df / 2
    return math.exp(math.log(2) + half * math.log(half) - math.lgamma(half) + (df - 1) * math.log(s) - half * s * s)


def _first_doubling(size: float, power: float, alpha: float) -> int | None:
    pairs = 2
    while paired_power(size, pairs, alpha) < power:
        pairs *= 2
        if pairs > _MOST:
            return None
    return pairs


def _bisect(size: float, power: float, alpha: float, enough: int) -> int:
    few = max(enough // 2, 1)
    while enough - few > 1:
        middle = (few + enough) // 2
        if paired_power(size, middle, alpha) >= power:
            enough = middle
        else:
            few = middle
    return enough
