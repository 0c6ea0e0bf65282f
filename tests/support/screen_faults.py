"""The faults to look for on every screen: layout faults, and violations of axe's rules."""

from app import ROOT

BROWSER_TESTS = ROOT / "tests" / "browser"
FAULTS = (BROWSER_TESTS / "faults.js").read_text("utf-8")
AXE = (BROWSER_TESTS / "vendor" / "axe-4.14.0.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FOUND = """async (tags) => (await axe.run({runOnly: {type: "tag", values: tags}})).violations.flatMap(
    (rule) => rule.nodes.map((node) => `${rule.id}: ${node.failureSummary} ${node.html.slice(0, 200)}`))"""
