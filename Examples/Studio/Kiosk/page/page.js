// A kiosk in a few lines: point at a drink and stay there, or swipe to think again.
import { Cursor, Hands } from "../kiosk.js";

const say = document.getElementById("say");
const hands = new Hands({ idleSeconds: 20 });
new Cursor(hands, { dwellSeconds: 1 });
const begin = () => { say.textContent = "Raise your hand."; };

for (const button of document.querySelectorAll("button")) {
  button.addEventListener("click", () => { say.textContent = `${button.textContent}, coming up.`; });
}
hands.addEventListener("active", () => { say.textContent = "Point at a drink, and stay there."; });
hands.addEventListener("swipe", begin);
hands.addEventListener("idle", begin);
hands.addEventListener("fault", ({ detail }) => { say.textContent = detail.message; });
await hands.connect();
await hands.start().catch(error => { say.textContent = error.message; });
