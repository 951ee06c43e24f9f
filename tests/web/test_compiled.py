"""Templates: every expression is escaped and made visible, once, and names of data come before methods."""

from types import SimpleNamespace

import pytest
from jinja2 import StrictUndefined, TemplateAssertionError, UndefinedError
from markupsafe import Markup

from openrepro.web.compiled import Templates, shown
from openrepro.web.templating import load_templates


@pytest.fixture
def templates() -> Templates:
    return Templates(autoescape=True, undefined=StrictUndefined, finalize=shown)


@pytest.mark.parametrize(
    ("value", "html"),
    [
        ("plain7", "plain7"),
        ('<a href="x">\'&', "&lt;a href=&#34;x&#34;&gt;&#39;&amp;"),
        ("a\u202eb<", "a\ufffdb&lt;"),
        ("x\r\ny", "x\ny"),
        ("é<", "é&lt;"),
        (Markup("<b>"), "<b>"),
        (7, "7"),
        (True, "True"),
        (None, "None"),
        ("", ""),
        (["<"], "[&#39;&lt;&#39;]"),
    ],
)
def test_a_value_is_made_visible_and_escaped_once(templates: Templates, value: object, html: str) -> None:
    forms = (
        "{{ x }}",
        "{% macro m(y) %}{{ y }}{% endmacro %}{{ m(x) }}",
        "{% set y %}{{ x }}{% endset %}{{ y }}",
        "{% macro m() %}{{ caller() }}{% endmacro %}{% call m() %}{{ x }}{% endcall %}",
        "{% for one in [x] %}{{ one if true else '' }}{% endfor %}",
    )
    for form in forms:
        assert templates.from_string(form).render(x=value) == html


def test_escaping_cannot_be_switched_off(templates: Templates) -> None:
    for form in ("{% autoescape false %}{{ x }}{% endautoescape %}", "{% autoescape y %}{{ x }}{% endautoescape %}"):
        with pytest.raises(TemplateAssertionError, match="cannot be switched off"):
            templates.from_string(form)


def test_names_of_a_dict_are_found_and_its_methods_kept(templates: Templates) -> None:
    data = {"text": "words", "items": "mine"}
    form = "{{ x.text }} {% for name, value in x.items() %}{{ name }}={{ value }} {% endfor %}{{ x['items'] }}"
    assert templates.from_string(form).render(x=data) == "words text=words items=mine mine"
    assert templates.from_string("{{ x.text }}").render(x=SimpleNamespace(text="of an object")) == "of an object"
    assert templates.from_string("{{ x.gone is defined }}").render(x=data) == "False"
    with pytest.raises(UndefinedError, match="gone"):
        templates.from_string("{{ x.gone }}").render(x=data)


def test_all_templates_of_the_site_can_be_compiled_at_once() -> None:
    load_templates()
