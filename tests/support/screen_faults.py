"""The faults to look for on every screen: layout faults, and violations of axe's rules."""

from app import ROOT

BROWSER_TESTS = ROOT / "tests" / "browser"
# The table learns the height of what is above it when it is first laid out.
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
FAULTS = f"async () => {{ await {PAINTED}; return ({(BROWSER_TESTS / 'faults.js').read_text('utf-8')})(); }}"
AXE = (BROWSER_TESTS / "vendor" / "axe-4.14.0.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FOUND = """async (tags) => (await axe.run({runOnly: {type: "tag", values: tags}})).violations.flatMap(
    (rule) => rule.nodes.map((node) => `${rule.id}: ${node.failureSummary} ${node.html.slice(0, 200)}`))"""
