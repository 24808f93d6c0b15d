// What this browser keeps: IndexedDB, which one page at a time may write, so that two do not undo each other's work.
const names = ["project", "samples", "motions", "recordings", "parts"];

const result = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const beginning = text => IDBKeyRange.bound(text, `${text}\uffff`);

export class Store extends EventTarget {
  #database = null;

  /** Opens what is kept. Says why in `fault` where nothing can be. */
  async open() {
    try {
      if (!await this.#isOnlyPage()) throw new Error("another page of the studio keeps the work; what is done here is not kept");
      const request = indexedDB.open("mudra-studio", 2);
      request.onupgradeneeded = () => {
        const there = request.result.objectStoreNames;
        names.filter(name => !there.contains(name)).forEach(name => request.result.createObjectStore(name, { keyPath: "id" }));
      };
      this.#database = await result(request);
      // Asks the browser not to clear it when it needs space. It may say no, and keeps it as long as it can.
      navigator.storage?.persist?.();
    } catch (error) {
      this.fault = `This browser keeps nothing: ${error.message}. Save your work to a file.`;
    }
    return this;
  }

  get isOpen() { return this.#database !== null; }

  /** Whether this page got the lock, which a page that is being reloaded may hold a moment longer. */
  #isOnlyPage() {
    if (!navigator.locks) return true;
    return new Promise(resolve => {
      const hold = lock => { resolve(lock !== null); return new Promise(() => {}); };
      navigator.locks.request("mudra-studio", { signal: AbortSignal.timeout(2000) }, hold).catch(() => resolve(false));
    });
  }

  /** All values, or those whose identifiers begin with a text. */
  async all(name, start) { return this.isOpen ? result(this.#read(name).getAll(start && beginning(start))) : []; }
  async get(name, id) { return this.isOpen ? result(this.#read(name).get(id)) : undefined; }
  put(name, value) { return this.putAll({ [name]: value }); }
  /** Puts values, by the names of their stores: all of them, or none. */
  putAll(values) {
    return this.#write(Object.keys(values), (_, transaction) => {
      for (const [name, value] of Object.entries(values)) transaction.objectStore(name).put(value);
    });
  }
  deleteAll(name, start) { return this.#write(name, store => store.delete(beginning(start))); }
  delete(name, id) { return this.#write(name, store => store.delete(id)); }

  /** Puts these values in the place of all that there are. */
  replace(name, values) {
    return this.#write(name, store => { store.clear(); values.forEach(value => store.put(value)); });
  }

  #read(name) { return this.#database.transaction(name, "readonly").objectStore(name); }

  /** Writes; false, with an event, if the browser does not take it. */
  async #write(name, change) {
    if (!this.isOpen) return false;
    try {
      const transaction = this.#database.transaction(name, "readwrite");
      change(transaction.objectStore([name].flat()[0]), transaction);
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      return true;
    } catch (error) {
      this.fault = `The browser does not keep this any more: ${error?.message ?? "it has no space"}. Save your work to a file.`;
      this.dispatchEvent(new Event("fault"));
      return false;
    }
  }
}
