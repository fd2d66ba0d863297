"""Checks that each link, picture, style and script of the pages leads to a file of the site, and to an anchor in it.

The pages of the Javadoc are the tool's own work: links to them are checked, links in them are not.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Parsed(HTMLParser):
    """What a page leads to, and the anchors that it has."""

    def __init__(self, file):
        super().__init__()
        self.links = []
        self.anchors = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif name in ("href", "src") and value and not (tag == "link" and ("rel", "canonical") in attrs):
                self.links.append(value)


def main():
    site = Path(sys.argv[1])
    pages = {}

    def parsed(file):
        if file not in pages:
            pages[file] = Parsed(file)
        return pages[file]

    broken, external, count = [], [], 0
    files = [each for each in sorted(site.rglob("*.html")) if each.relative_to(site).parts[0] not in ("api", "404.html")]
    for file in files:
        for link in parsed(file).links:
            parts = urlsplit(link)
            count += 1
            if parts.scheme or parts.netloc:
                external.append(link)
                continue
            target = file if not parts.path else (file.parent / unquote(parts.path)).resolve()
            if target.is_dir():
                target /= "index.html"
            where = f"{file.relative_to(site)}: {link}"
            if not target.is_file():
                broken.append(where + " (no such file)")
            elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in parsed(target).anchors:
                if not parts.fragment.startswith("__"):  # what the theme's script makes
                    broken.append(where + " (no such anchor)")
    if broken:
        sys.exit("broken links:\n  " + "\n  ".join(sorted(set(broken))))
    print(f"{len(files)} pages, {count} links, of which {len(external)} lead out of the site and are not checked")


main()
