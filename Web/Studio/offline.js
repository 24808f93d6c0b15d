// A service worker that keeps the studio's files, so that it opens without a network. Tools/web writes the list, and a name that
// changes with the files: a browser takes a new version as a whole.
const name = "NAME", files = ["FILES"];

addEventListener("install", event => event.waitUntil((async () => {
  await (await caches.open(name)).addAll(files.map(file => new Request(file, { cache: "reload" })));
  await skipWaiting();
})()));

addEventListener("activate", event => event.waitUntil((async () => {
  for (const other of await caches.keys()) if (other.startsWith("mudra-studio-") && other !== name) await caches.delete(other);
  await clients.claim();
})()));

addEventListener("fetch", event => {
  if (event.request.method !== "GET") return;
  event.respondWith((async () => await (await caches.open(name)).match(event.request, { ignoreSearch: true }) ?? fetch(event.request))());
});
