// Small plots of the last values, with the latest as a number.
const kept = 120;

export class Plots {
  #plots = new Map();

  constructor(list, rows) {
    for (const [key, name, unit, digits, help] of rows) {
      const box = document.createElement("div");
      box.title = help;
      const term = document.createElement("dt");
      term.textContent = name;
      const value = document.createElement("dd");
      value.textContent = "–";
      value.id = `plot-${key}`;
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: 160, height: 30 });
      canvas.setAttribute("aria-hidden", "true");
      box.append(term, value, canvas);
      list.append(box);
      this.#plots.set(key, { value, canvas, unit, digits, values: [] });
    }
  }

  /** Adds values by name. They are seen when the plots are drawn. */
  push(values) {
    for (const [key, number] of Object.entries(values)) {
      const plot = this.#plots.get(key);
      if (!plot || !Number.isFinite(number)) continue;
      plot.values.push(number);
      if (plot.values.length > kept) plot.values.shift();
    }
  }

  /** Forgets all values. */
  clear() {
    for (const plot of this.#plots.values()) plot.values = [];
    this.draw();
  }

  draw() {
    for (const plot of this.#plots.values()) this.#draw(plot);
  }

  #draw({ value, canvas, unit, digits, values }) {
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, canvas.width, canvas.height);
    const recent = values.slice(-15).toSorted((a, b) => a - b);
    // Of a still, most have nothing to say.
    canvas.parentElement.hidden = values.length === 0;
    value.textContent = values.length ? `${recent[recent.length >> 1].toFixed(digits)} ${unit}`.trim() : "–";
    const top = Math.max(...values, 1e-9) * 1.1;
    context.strokeStyle = getComputedStyle(canvas).getPropertyValue("--accent");
    context.lineWidth = 1.5;
    context.beginPath();
    values.forEach((number, index) =>
      context.lineTo(index / (kept - 1) * canvas.width, canvas.height - 1 - number / top * (canvas.height - 2)));
    context.stroke();
  }
}
