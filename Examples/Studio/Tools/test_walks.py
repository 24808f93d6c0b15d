"""Three people walk through the studio: a newcomer, an iOS developer and a kiosk maker, on screens of three sizes.
They click where they see something. At each stop all can be read, has a name, and fits, in light and in dark."""
import json
import shutil
import time

import browser as chromium
import clip as clips
from test_kiosk import PAGE, points

SCREENS = [(1440, 900), (1024, 768), (390, 844)]

# What is too faint, has no name, or goes beyond the screen. Contrast by WCAG 2: 4.5, or 3 for large letters.
LOOK = """
  const numbers = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([red, green, blue]) => [red, green, blue].map(part => part / 255)
    .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const over = (top, below, share) => top.slice(0, 3).map((part, at) => part * share + below[at] * (1 - share));
  /** The colors that are behind a node: several for a gradient. */
  const behind = node => {
    const { backgroundColor, backgroundImage } = getComputedStyle(node);
    const stops = backgroundImage.match(/rgba?\\([^)]*\\)/g);
    if (stops) return stops.map(numbers);
    const color = numbers(backgroundColor);
    const share = color[3] ?? 1;
    if (share === 1 || !node.parentElement) return [color];
    return behind(node.parentElement).map(below => over(color, below, share));
  };
  const found = [];
  for (const node of document.querySelectorAll('body *')) {
    const text = [...node.childNodes].filter(child => child.nodeType === 3).map(child => child.textContent).join('').trim();
    if (!text || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || node.closest('.hidden-input, .skip, :disabled, option')) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(node);
    const size = parseFloat(fontSize);
    const wanted = size >= 24 || size >= 18.66 && fontWeight >= 700 ? 3 : 4.5;
    for (const below of behind(node)) {
      const ink = numbers(color);
      const [a, b] = [light(over(ink, below, ink[3] ?? 1)), light(below)];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < wanted) found.push(`${text.slice(0, 30)}: contrast ${contrast.toFixed(2)}`);
    }
  }
  for (const node of document.querySelectorAll('button, a, input, select, progress, canvas, [tabindex]')) {
    if (!node.checkVisibility()) continue;
    const labels = [...node.labels ?? []].map(label => label.textContent).join('');
    const own = node.matches('select, input') ? '' : node.textContent;
    const name = (node.getAttribute('aria-label') ?? labels + own + node.title).trim();
    if (!name && !node.getAttribute('aria-labelledby') && !node.closest('[aria-label]')) found.push(`${node.id || node.outerHTML.slice(0, 60)}: no name`);
  }
  for (const node of document.querySelectorAll('aside > section :is(table, form, ul, label, input, select, button, progress)')) {
    const [own, panel] = [node, node.closest('section')].map(part => part.getBoundingClientRect());
    if (node.checkVisibility() && !node.closest('.hidden-input, .code') && own.right > panel.right) found.push(`${node.id || node.textContent.slice(0, 30)}: beyond its panel`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push(`${document.documentElement.scrollWidth} pixels wide`);
  return found;
"""


class Walker:
    """Somebody before a screen."""

    def __init__(self, page, who, screen, check, pictures):
        self.page, self.check, self.pictures = page, check, pictures
        self.screen, self.name = screen, f"{who}, {screen[0]}×{screen[1]}"
        self.faults = []
        self.shows("dark")

    def shows(self, scheme):
        width, height = self.screen
        self.page.emulate(width, height, scheme, is_phone=width < 500)

    def look(self, stop):
        for scheme in ("light", "dark"):
            self.shows(scheme)
            self.faults += [f"{stop}, {scheme}: {fault}" for fault in self.page.run(LOOK)]
            if self.pictures:
                self.page.run("window.scrollTo(0, 0)")
                self.page.screenshot(self.pictures / f"{self.name.replace(', ', '-').replace('×', 'x')}-{stop}-{scheme}.png")

    def arrives(self):
        self.check(f"{self.name}: all can be read, has a name and fits", not self.faults, self.faults[:6])
        complaints = self.page.complaints()
        self.check(f"{self.name}: nothing fails", not complaints, complaints)


def plant(page, check):
    """Faults are seen: of a stop without any, nothing would be known otherwise."""
    page.run("""const box = document.createElement('div'); box.id = 'planted';
      box.innerHTML = '<p>faint</p><button></button><i>.</i>';
      document.body.append(box);
      box.firstChild.style.color = getComputedStyle(document.body).backgroundColor;
      box.lastChild.style.cssText = 'display: block; width: 3000px'""")
    found = page.run(LOOK)
    page.run("document.getElementById('planted').remove()")
    check("what cannot be read, has no name or does not fit is seen", [text.split(":")[0] for text in found[:1]] == ["faint"]
          and any("no name" in text for text in found) and any("pixels wide" in text for text in found), found)


def gesture(page, name):
    page.wait(f"[...document.querySelectorAll('.gesture')].some(node => node.textContent === '{name}')", what=name)


def test_walks(studio, work, check, start_server, pictures=None):
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    own = work / "walk-page"
    shutil.copytree(PAGE, own)
    cards = work / "walk-cards.json"
    cards.write_text(json.dumps([{"sign": "☕", "title": "Coffee", "text": "or tea?"}, {"sign": "🥐", "title": "Croissant", "text": "or bread?"}]))
    clip = clips.write(work / "walks.y4m", ["Pointing_Up_right", "Thumb_Up_right", "Pointing_Up_left"], 30)
    server, address = start_server(studio, "--page", str(own), "--cards", str(cards))
    try:
        for screen in SCREENS:
            # Each of them comes with a browser that knows nothing.
            page = chromium.Browser(clip=clip)
            try:
                newcomer(Walker(page, "newcomer", screen, check, pictures), address)
                developer(Walker(page, "developer", screen, check, pictures), address)
                kiosk_maker(Walker(page, "kiosk maker", screen, check, pictures), address)
            except (RuntimeError, TimeoutError) as error:
                check(f"{screen}: {error}", False, page.run("return document.getElementById('notice')?.textContent"))
            finally:
                page.close()
    finally:
        server.terminate()
        server.wait()


def newcomer(walker, address):
    """Looks at a sample, starts the camera, teaches a gesture and sees it named."""
    page = walker.page
    page.open(address)
    page.wait("window.studioState?.firstResult && document.querySelectorAll('#samples button').length === 8", what="the samples")
    plant(page, walker.check)
    walker.look("first")
    page.click("#samples [title=ILoveYou_right]")
    gesture(page, "ILoveYou")
    page.click("#start")
    gesture(page, "Thumb Up")
    walker.look("camera")
    page.click("#tab-teach")
    page.type("#teach-name", "up")
    page.wait("document.querySelector('.gesture')?.textContent === 'Pointing Up'", what="the pose to teach")
    page.click("#teach-long", seconds=1)
    page.wait("window.studioState.project.of('up').length >= 1 && document.querySelectorAll('#teach-list li').length === 1", what="an example")
    walker.look("taught")
    page.type("#teach-name", "thumb")
    gesture(page, "Thumb Up")
    page.click("#teach-long", seconds=1)
    page.wait("window.studioState.project.of('thumb').length >= 1 && document.querySelectorAll('#teach-list li').length === 2", what="another example")
    page.click("#teach-train")
    page.wait("!document.getElementById('teach-report').hidden", what="training")
    gesture(page, "up")
    walker.check(f"{walker.name}: what was taught is named", True)
    walker.look("trained")
    page.click("#teach-forget")
    page.click("#start")
    walker.arrives()


def developer(walker, address):
    """Chooses options beside the picture, and takes the program for them; the address gives it to a colleague."""
    page = walker.page
    page.click("#tab-options")
    walker.look("options")
    page.run("""const set = (name, value) => { const input = document.querySelector(`[name="${name}"]`);
      if (input.type === 'checkbox') input.checked = value; else input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true })) };
      set('numHands', 1); set('canned.deny', 'Victory')""")
    page.wait("location.search.includes('numHands=1')", what="options in the address")
    page.click("#tab-code")
    page.run("const input = document.getElementById('code-dialect'); input.value = 'mediaPipe'; input.dispatchEvent(new Event('change'))")
    program = page.run("return document.getElementById('program').textContent")
    walker.look("code")
    walker.check(f"{walker.name}: the program has what was chosen", "import MediaPipeTasksVision" in program
                 and "options.numHands = 1" in program and '"Victory"' in program, program)
    page.click("[data-copy=program]")
    page.wait("document.querySelector('[data-copy=program]').textContent === 'Copied'", what="a copy")
    link = page.run("return location.href")
    page.run("localStorage.clear()")
    page.open("about:blank")
    page.open(link)
    page.wait("window.studioState?.firstResult", what="the colleague's page")
    page.run("const input = document.getElementById('code-dialect'); input.value = 'mediaPipe'; input.dispatchEvent(new Event('change'))")
    walker.check(f"{walker.name}: the address gives a colleague the same program",
                 page.run("return document.getElementById('program').textContent") == program)
    page.click("#tab-options")
    page.click("#options-reset")
    page.wait("location.search === ''", what="the defaults")
    walker.arrives()


def kiosk_maker(walker, address):
    """Sets the screen up, sees cards of his own, answered by a thumb, and then a page of his own, clicked by pointing."""
    page = walker.page
    page.open("about:blank")
    page.open(f"{address}setup.html")
    page.wait("document.getElementById('say')?.textContent.startsWith('The dot follows')", what="a hand on the set-up page")
    walker.look("setup")
    page.open("about:blank")
    page.open(f"{address}#kiosk")
    page.wait("document.body?.classList.contains('kiosk') && document.querySelectorAll('#deck .card').length === 2", what="cards")
    walker.look("cards")
    page.wait("Number(document.getElementById('deck').dataset.yes) >= 1", timeout=60, what="a thumb up")
    page.open(f"{address}page/")
    page.wait("document.getElementById('say') !== null", what="a page of one's own")
    walker.look("own page")
    points(page)
    walker.check(f"{walker.name}: cards are answered, and buttons clicked, without a touch", True)
    walker.arrives()
