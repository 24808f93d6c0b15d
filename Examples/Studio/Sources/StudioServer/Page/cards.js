// The touchless card stack: thumbs and swipes throw cards, a pinch grabs one.
import { element } from "./hands.js";

/** How long a deck that was begun waits for hands before it starts over, for the next person. */
const idleSeconds = 30;

export class CardStack {
  deck = [];
  /** When a hand was seen last. */
  #seen = performance.now();

  constructor(box, state) {
    Object.assign(this, { box, state, idleSeconds });
    box.addEventListener("keydown", event => {
      if (event.key === "ArrowRight") this.swipe("right");
      if (event.key === "ArrowLeft") this.swipe("left");
    });
    this.reset();
  }

  /** Takes the cards of the server's file. */
  async load() {
    this.deck = await (await fetch("cards.json")).json();
    this.reset();
  }

  reset() {
    Object.assign(this, { yes: 0, no: 0, isGrabbed: false });
    this.box.replaceChildren(...this.deck.map(({ sign, title, text }) => {
      const card = element("div", "card");
      card.append(element("em", "", sign), element("strong", "", title), element("span", "", text));
      return card;
    }).reverse());
    this.#show("");
  }

  get #top() { return [...this.box.children].reverse().find(card => !card.classList.contains("left") && !card.classList.contains("right")); }

  /** What an answer of the server means for the stack. Swipes are those that the person sees, so mirrored or not. */
  update({ touchless, swipe, result }, isMirrored) {
    this.#wait(result.hands.length > 0);
    if (touchless === "thumbsUp") this.swipe("right");
    if (touchless === "thumbsDown") this.swipe("left");
    if (touchless === "pinch" && !this.#top) return this.reset();
    if (touchless === "pinch") this.#grab(true);
    if (touchless === "rest") this.#grab(false);
    if (swipe?.direction === "left" || swipe?.direction === "right") {
      const isRight = (swipe.direction === "right") !== isMirrored;
      this.swipe(isRight ? "right" : "left");
    }
  }

  swipe(side) {
    const card = this.#top;
    if (!card) return;
    this.#grab(false);
    card.classList.add(side);
    this[side === "right" ? "yes" : "no"] += 1;
    this.#show(`${card.querySelector("strong").textContent}: ${side === "right" ? "yes" : "no"}.`);
  }

  #wait(areHandsSeen) {
    const now = performance.now();
    if (areHandsSeen) this.#seen = now;
    if (now - this.#seen < this.idleSeconds * 1000) return;
    this.#seen = now;
    if (this.yes + this.no > 0) this.reset();
  }

  #grab(isGrabbed) {
    if (isGrabbed === this.isGrabbed) return;
    this.isGrabbed = isGrabbed;
    this.#top?.classList.toggle("grabbed", isGrabbed);
    if (isGrabbed) this.#show("Grabbed: move on with a thumb, or let go.");
  }

  #show(text) {
    const left = this.deck.length - this.yes - this.no;
    const end = left === 0 ? " Pinch to start over." : "";
    this.state.textContent = `${text} ${this.yes} yes, ${this.no} no, ${left} left.${end}`.trim();
    this.box.dataset.yes = this.yes;
    this.box.dataset.no = this.no;
    this.box.dataset.left = left;
  }
}
