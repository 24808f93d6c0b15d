// What is chosen on the page, kept over a reload. Changed options are in the address too, which can be given on.
const key = "mudra-studio";

/** What was kept. */
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

export function keep(change) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...kept(), ...change }));
  } catch {
    // A browser that keeps nothing says so once, for the project.
  }
}

/** The options of the address, as texts; null if it has none. */
export function addressed() {
  const found = Object.fromEntries(new URLSearchParams(location.search));
  return Object.keys(found).length > 0 ? found : null;
}

/** Puts options into the address. */
export function address(options) {
  const query = new URLSearchParams(options).toString();
  history.replaceState(null, "", `${location.pathname}${query ? `?${query}` : ""}${location.hash}`);
}
