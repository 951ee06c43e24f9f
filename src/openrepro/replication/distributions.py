"""Distribution functions and quantiles in closed form or by own numerics: normal, Student's t, beta, binomial."""

import math
from collections.abc import Callable

_TINY = 1e-300
_STEPS = 500


def normal_cdf(x: float) -> float:
    """P(Z <= x) for a standard normal Z."""
    return 0.5 * math.erfc(-x / math.sqrt(2))


def normal_quantile(p: float) -> float:
    """The x with P(Z <= x) = p, for 0 < p < 1, by bisection on the side where `erfc` keeps its digits."""
    if not 0 < p < 1:
        raise ValueError("a quantile needs a probability strictly between 0 and 1")
    if p > 0.5:
        return -normal_quantile(1 - p)
    return _bisect(lambda x: normal_cdf(x) - p, -40.0, 0.0)


def beta_cdf(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b), for a, b > 0.

    Continued fraction with Lentz's method (Numerical Recipes, 6.4; DLMF 8.17.22).
    """
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    return _beta_split(x, 1 - x, a, b)


def t_cdf(x: float, df: float) -> float:
    """P(T <= x) for Student's t with `df` > 0 degrees of freedom (DLMF 8.17 with x² / (df + x²))."""
    if x == 0 or math.isinf(x):
        return 0.5 if x == 0 else float(x > 0)
    square = x * x
    tail = 0.5 * _beta_split(df / (df + square), square / (df + square), df / 2, 0.5)
    return 1 - tail if x > 0 else tail


def t_quantile(p: float, df: float) -> float:
    """The x with P(T <= x) = p, for 0 < p < 1."""
    if not 0 < p < 1:
        raise ValueError("a quantile needs a probability strictly between 0 and 1")
    if p == 0.5:
        return 0.0
    if p > 0.5:
        return -t_quantile(1 - p, df)
    low = -1.0
    while t_cdf(low, df) > p and low > -1e150:
        low *= 2
    return _bisect(lambda x: t_cdf(x, df) - p, low, 0.0)


def _beta_split(x: float, complement: float, a: float, b: float) -> float:
    """I_x(a, b) where 1 − x is passed on its own, so that neither tail loses digits."""
    if x <= 0 or complement <= 0:
        return float(x > 0)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(complement))
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(x, a, b) / a
    return 1 - front * _beta_fraction(complement, b, a) / b


def _beta_fraction(x: float, a: float, b: float) -> float:
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, _STEPS * 20):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _away_from_zero(1 + term * d)
            c = _away_from_zero(1 + term / c)
            result *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return result


def _away_from_zero(x: float) -> float:
    return x if abs(x) > _TINY else _TINY


def _bisect(rising: Callable[[float], float], low: float, high: float) -> float:
    """The root of an increasing function between `low` and `high`, to the last bit that floats resolve."""
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if rising(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
