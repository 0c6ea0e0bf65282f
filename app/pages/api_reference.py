"""The API reference for human readers, generated from the OpenAPI document."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markupsafe import Markup

from app import BESIDE

SUMMARY = "Everything you can do at a table, for bots and other clients, with the same rules as on the pages."
_PAGE = BESIDE / "docs" / "api.md"
_markdown = MarkdownIt("commonmark").enable("table")
_METHODS = ("get", "post", "put", "patch", "delete")
JSON = "application/json"


class Fact(NamedTuple):
    """A schema field or a path parameter."""

    name: str
    kind: Markup
    needed: bool
    about: Markup


class Answer(NamedTuple):
    status: str
    kind: Markup
    about: Markup


class Operation(NamedTuple):
    id: str
    method: str
    path: str
    title: str
    about: Markup
    key: str  # "needed", "welcome" or ""
    parameters: tuple[Fact, ...]
    body: tuple[Fact, ...]
    answers: tuple[Answer, ...]
    curl: str


class Value(NamedTuple):
    """A schema used in requests and responses."""

    name: str
    about: Markup
    fields: tuple[Fact, ...]


class Description(NamedTuple):
    about: Markup
    operations: tuple[Operation, ...]
    values: tuple[Value, ...]


def introduction() -> str:
    """The introduction: docs/api.md without its title."""
    return _PAGE.read_text("utf-8").partition("\n")[2]


def read(openapi: Mapping[str, Any], base: str) -> Description:
    """Parse the OpenAPI document; the curl examples call the server at `base`."""
    schemas = openapi["components"]["schemas"]
    return Description(
        _text(openapi["info"]["description"]),
        tuple(_operations(openapi["paths"], schemas, base)),
        tuple(
            Value(name, _text(schema.get("description", "")), _fields(schema))
            for name, schema in schemas.items()
        ),
    )


def _operations(paths: Mapping[str, Any], schemas: Mapping[str, Any], base: str) -> Iterator[Operation]:
    for path, methods in paths.items():
        for method in filter(methods.__contains__, _METHODS):
            said = methods[method]
            sent = _sent(said, schemas)
            needs = said.get("security", [])
            key = "" if not needs else "welcome" if {} in needs else "needed"
            parameters = said.get("parameters", [])
            yield Operation(
                said["operationId"],
                method.upper(),
                path,
                said["summary"],
                _text(said.get("description", "")),
                key,
                tuple(_fact(each["name"], each["schema"], each["required"]) for each in parameters),
                _fields(sent),
                tuple(_answer(status, answer) for status, answer in sorted(said["responses"].items())),
                _curl(method.upper(), f"{base}{_filled(path, parameters)}", key, sent),
            )


def _sent(said: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of the request body; empty if there is no body."""
    if "requestBody" not in said:
        return {}
    schema: Mapping[str, Any] = said["requestBody"]["content"][JSON]["schema"]
    named = next((each for each in [schema, *schema.get("anyOf", ())] if "$ref" in each), None)
    return schemas.get(_name(named), {}) if named else schema


def _fields(schema: Mapping[str, Any]) -> tuple[Fact, ...]:
    needed = schema.get("required", ())
    return tuple(_fact(name, field, name in needed) for name, field in schema.get("properties", {}).items())


def _fact(name: str, schema: Mapping[str, Any], needed: bool) -> Fact:
    about = _text(schema.get("description", ""))
    if within := schema.get("properties", {}):
        each = Markup("<li><code>{}</code>: {}. {}</li>").format
        facts = (_fact(field, about, needed=False) for field, about in within.items())
        about += Markup("<ul>{}</ul>").format(
            Markup("").join(each(fact.name, fact.kind, fact.about) for fact in facts)
        )
    return Fact(name, _kind(schema), needed, about)


def _answer(status: str, answer: Mapping[str, Any]) -> Answer:
    return Answer(status, _kind(answer["content"][JSON]["schema"]), _text(answer["description"]))


# -- in words ------------------------------------------------------------------------------------------------


def _name(schema: Mapping[str, Any]) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _kind(schema: Mapping[str, Any]) -> Markup:
    """A type in words; schemas on the same page become links."""
    if "$ref" in schema:
        return Markup('<a href="#{0}">{0}</a>').format(_name(schema))
    if "anyOf" in schema:
        return Markup(" or ").join(map(_kind, schema["anyOf"]))
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return Markup(" or ").join(Markup("<code>{}</code>").format(json.dumps(each)) for each in values)
    match schema.get("type"):
        case "array":
            return Markup("list of {}").format(_kind(schema["items"]))
        case "integer":
            return Markup("whole number")
        case "object" if isinstance(schema.get("additionalProperties"), Mapping):
            return Markup("object of {}").format(_kind(schema["additionalProperties"]))
        case str(plain):
            return Markup("{}").format(plain)
    return Markup("anything")


def _text(markdown: str) -> Markup:
    """Render Markdown to HTML; a single paragraph loses its <p>."""
    html = _markdown.render(markdown).strip()
    if html.count("<p>") == 1 and html.startswith("<p>"):
        html = html.removeprefix("<p>").removesuffix("</p>")
    return Markup(html)  # noqa: S704  # our own text, with any HTML in it escaped


# -- an example ----------------------------------------------------------------------------------------------


def _filled(path: str, parameters: list[Any]) -> str:
    for each in parameters:
        if each["in"] == "path":
            path = path.replace(f"{{{each['name']}}}", each["schema"]["examples"][0])
    return path


def example(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A valid request body, made from each required field's example."""
    fields = schema.get("properties", {})
    return {name: fields[name]["examples"][0] for name in schema.get("required", ())}


def _curl(method: str, address: str, key: str, sent: Mapping[str, Any]) -> str:
    lines = [f"curl {address}" if method == "GET" else f"curl -X {method} {address}"]
    if key:
        lines.append("-H 'Authorization: Bearer KEY'")
    if body := example(sent):
        lines.append("-H 'Content-Type: application/json'")
        lines.append(f"-d '{json.dumps(body)}'")
    return " \\\n  ".join(lines)
