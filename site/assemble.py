"""Gathers the pages of the site in one folder: those of site/pages, and those of the project as they are.

A link between pages leads to the same page in the site. A link to another file of the project becomes a link to its
source, or plain text. A link to nothing is an error.
"""

import argparse
import os
import re
import shutil
import sys
from pathlib import Path

PAGES = ["docs/*.md", "docs/internals/*.md", "benchmarks/*.md", "jdk-patches/README.md", "CONTRIBUTING.md", "README.md"]
ASSETS = {".svg", ".png", ".css", ".csv"}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
# where a page has another name in the site
RENAMED = {"README.md": "overview.md"}


def sources(home):
    """Returns for each page and asset, by its path in the project, its path in the site."""
    found = {}
    for pattern in PAGES:
        for file in home.glob(pattern):
            name = file.relative_to(home).as_posix()
            found[name] = RENAMED.get(name, name)
    for file in (home / "site/pages").rglob("*"):
        if file.is_file():
            found[file.relative_to(home).as_posix()] = file.relative_to(home / "site/pages").as_posix()
    return found


class Page:
    """One page, while its text is made that of the site."""

    def __init__(self, home, name, places, source):
        self.home = home
        self.name = name
        self.places = places
        self.source = source
        self.assets = set()
        self.broken = []

    def text(self):
        lines = []
        fenced = False
        for line in (self.home / self.name).read_text(encoding="utf-8").splitlines():
            if line.lstrip().startswith("```"):
                fenced = not fenced
            elif not fenced:
                if line.startswith("<!--") and line.endswith("-->"):
                    line = ""
                if lines and starts_after_blank(lines[-1], line):
                    lines.append("")
                line = LINK.sub(self.link, line)
            lines.append(line)
        return "\n".join(lines) + "\n"

    def link(self, match):
        image, text, link = match.groups()
        path, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link) or not path:
            return match.group()
        wanted = os.path.normpath(os.path.join(os.path.dirname(self.name), path))
        if (self.home / wanted / "README.md").is_file() and wanted + "/README.md" in self.places:
            wanted += "/README.md"
        if wanted not in self.places:
            # a link to what only the site has, as the Javadoc, is left for the strict build to check
            if self.name.startswith("site/pages/") and path.startswith("api/"):
                return match.group()
            if wanted.startswith("..") or not (self.home / wanted).exists():
                self.broken.append(f"{self.name}: {link}")
                return match.group()
            if Path(wanted).suffix not in ASSETS:
                return f"[{text}]({self.source}/{wanted})" if self.source else text
            self.assets.add(wanted)
        here = os.path.dirname(self.places[self.name])
        there = os.path.relpath(self.places.get(wanted, wanted), here or ".")
        return f"{image}[{text}]({there}{'#' + anchor if anchor else ''})"


def starts_after_blank(before, line):
    """Tells whether a list or table begins, for which the generator, unlike others, wants a blank line before it."""
    if not before.strip() or before.startswith((" ", "|", "- ", "#")) or re.match(r"\d+\. ", before):
        return False
    return line.startswith(("|", "- ")) or re.match(r"\d+\. ", line) is not None


def title(text, name):
    return next((line[2:].strip() for line in text.splitlines() if line.startswith("# ")), name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("home", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--javadoc", default="")
    parser.add_argument("--source", default="")
    options = parser.parse_args()
    home, out = options.home, options.target / "pages"
    shutil.rmtree(out, ignore_errors=True)
    places = sources(home)
    config = (home / "site/mkdocs.yml").read_text(encoding="utf-8")
    broken, assets, unlisted = [], set(), []
    for name, place in sorted(places.items()):
        target = out / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if not name.endswith(".md"):
            shutil.copyfile(home / name, target)
            continue
        page = Page(home, name, places, options.source.rstrip("/"))
        text = page.text()
        if name == "site/pages/javadoc.md":
            text = re.sub(rf"(?s)\n<{'no' if options.javadoc else 'yes'}>.*?</\w+>\n", "\n", text)
            text = re.sub(r"</?(yes|no)>\n", "", text)
        target.write_text(text, encoding="utf-8")
        broken += page.broken
        assets |= page.assets
        if f" {place}\n" not in config:
            unlisted.append(f"      - {title(text, place)!r}: {place}\n")
    if broken:
        sys.exit("links to nothing:\n  " + "\n  ".join(broken))
    for asset in assets:
        (out / asset).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(home / asset, out / asset)
    if options.javadoc:
        shutil.copytree(options.javadoc, out / "api")
        for licence in (out / "api").rglob("*.md"):  # not a page
            licence.rename(licence.with_suffix(".txt"))
    # a page that is in no menu yet is shown at the end
    config = config.replace("      # pages that are not listed\n", "".join(unlisted))
    (options.target / "mkdocs.yml").write_text(config, encoding="utf-8")


main()
