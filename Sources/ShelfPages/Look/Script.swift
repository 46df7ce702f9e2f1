/// The site's script: filters, sorts and searches the list of books.
///
/// The URL of the page contains the form's values, so that a search can be shared and the back button works. The index
/// (`SearchIndex`) is loaded when the first search needs it. The script never creates markup from text, stores nothing,
/// and requests only files of the site. Without the script, all pages are still reachable through links.
enum Script {
  static func bytes(_ text: SiteText) -> [UInt8] {
    let expressions = ScriptWords(text).expressions
    return Array(expressions.reduce(source) { $0.replacing("{\($1.name)}", with: $1.text) }.utf8)
  }

  /// The script, with a name in braces in place of each expression that depends on the language.
  private static let source = #"""
    // Made by shelf: finds books, by the index in search.js. Without it, every page is reached by links.
    "use strict";
    (() => {
      const form = document.getElementById("filter"), place = document.getElementById("books");
      if (!form || !place) return;
      const original = [...place.childNodes], found = document.getElementById("found");
      const names = ["q", "genre", "status", "year", "rating", "sort", "view"], base = form.dataset.base, step = 100;
      let data, waiting, shown = step, timer;

      const plain = { ł: "l", ø: "o", đ: "d", æ: "ae", œ: "oe", ß: "ss", ı: "i", þ: "th", ð: "d", ة: "ه", ى: "ي", ی: "ي", ک: "ك", ـ: "", "’": "'", "‘": "'" };
      const signs = new RegExp(`[${Object.keys(plain).join("")}]`, "g");
      const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(signs, (sign) => plain[sign]);
      // Words, and phrases in quotation marks.
      const terms = (text) => [...fold(text).matchAll(/["“”„«»]([^"“”„«»]*)["“”„«»]?|[^\s"“”„«»]+/g)].map(([all, phrase]) =>
        (phrase ?? all).trim().replace(/\s+/g, " ").replace(/^[\d-]{9,}x?$/, (isbn) => isbn.replaceAll("-", ""))).filter(Boolean);
      const make = (tag, className, text) => {
        const element = document.createElement(tag);
        if (className) element.className = className;
        if (text) element.textContent = text;
        return element;
      };
      const load = () => waiting ||= new Promise((done, fail) => {
        const parts = [], count = +form.dataset.parts;
        let left = count;
        window.shelf = (number, part) => {
          parts[number] = part;
          if (--left) return;
          data = { genres: parts[0].genres, statuses: parts[0].statuses, books: parts.flatMap((part) => part.books) };
          for (const book of data.books) {
            book.title = " " + fold(book[1]);
            book.words = fold([...book.slice(1, 5), book[13], ...book[7].map((genre) => data.genres[genre][1])].join(" "));
          }
          done();
        };
        for (let number = 1; number <= count; number++) {
          const script = make("script");
          script.src = base + (number === 1 ? "search.js" : `search-${number}.js`);
          script.onerror = fail;
          document.head.append(script);
        }
      });

      const chosen = () => Object.fromEntries(names.map((name) => [name, form.elements[name]?.value ?? ""]));
      const orders = {
        title: (a, b) => a[10] - b[10],
        author: (a, b) => a[11] - b[11],
        year: (a, b) => (b[4] ?? -9e9) - (a[4] ?? -9e9) || a[10] - b[10],
        rating: (a, b) => (b[5] ?? -1) - (a[5] ?? -1) || a[10] - b[10],
      };
      const matching = (want) => {
        const words = terms(want.q);
        const genre = data.genres.findIndex((genre) => genre[2] === want.genre);
        const books = data.books.filter((book) =>
          (!want.genre || book[7].includes(genre)) && (!want.status || data.statuses[book[6]] === want.status) &&
          (!want.year || book[8].includes(+want.year)) && (!want.rating || (book[5] ?? -1) >= 4 * want.rating) &&
          words.every((word) => book.words.includes(word)));
        if (orders[want.sort]) return books.sort(orders[want.sort]);
        const whole = " " + words.join(" ");
        const rank = (book) => book.title.includes(whole) ? 0 : words.every((word) => book.title.includes(word)) ? 1 : 2;
        return words.length ? books.sort((a, b) => rank(a) - rank(b)) : books;
      };
      const part = (quarters) => ["", "¼", "½", "¾"][quarters & 3];
      const stars = (quarters) => quarters ? "★".repeat(quarters >> 2) + part(quarters) : "☆";
      const number = (quarters) => (quarters >> 2 || "") + part(quarters) || "0";
      const card = (book) => {
        const item = make("li", String(book[9]).endsWith(" w") ? "card w" : "card"), link = make("a");
        link.href = `${base}books/${encodeURIComponent(book[0])}/index.html`;
        const look = book[9];
        if (typeof look === "string") {
          const cover = make("span", "cover set " + look), title = make("span", "ct", book[1]);
          cover.ariaHidden = "true";
          [title.dir, title.lang] = ["auto", book[12]];
          cover.append(title, make("span", "ca", book[2].replaceAll("\u00a0", " ")));
          link.append(cover);
        } else {
          const cover = make("img", "cover");
          [cover.src, cover.alt, cover.loading, cover.width, cover.height] = [`${base}books/${encodeURIComponent(book[0])}/cover.jpg`, "", "lazy", ...look];
          link.append(cover);
        }
        const title = make("span", "t", book[1]);
        [title.dir, title.lang] = ["auto", book[12]];
        link.append(title);
        item.append(link);
        if (book[2]) item.append(make("span", "a", book[2]));
        const note = make("span", "n");
        if (data.statuses[book[6]] === "wanted") note.append(make("span", "", {wanted}));
        if (book[5] != null) {
          const rating = make("span", "stars", stars(book[5]));
          rating.role = "img";
          rating.ariaLabel = {stars};
          note.append(rating);
        }
        if (note.firstChild) item.append(note);
        return item;
      };
      const show = async () => {
        const want = chosen();
        place.className = want.view;
        if (names.every((name) => name === "view" || !want[name])) {
          place.replaceChildren(...original);
          found.textContent = "";
          return;
        }
        try { if (!data) await load(); } catch { found.textContent = {missing}; return; }
        const books = matching(chosen()), grid = make("ul", "grid");
        grid.append(...books.slice(0, shown).map(card));
        place.replaceChildren(...(books.length ? [grid] : []));
        found.textContent = books.length ? {count} : {nothing};
        const button = (text, act) => {
          const button = make("button", "", text);
          button.type = "button";
          button.onclick = act;
          place.append(button);
        };
        if (!books.length) button({clear}, () => {
          for (const name of names) if (name !== "view" && form.elements[name]) form.elements[name].value = "";
          write(true);
          form.elements.q.focus();
        });
        if (books.length > shown) button({more}, () => { shown += step; show(); });
      };
      const read = () => {
        const search = new URLSearchParams(location.search);
        for (const name of names) if (form.elements[name]) form.elements[name].value = search.get(name) ?? "";
        shown = step;
        show();
      };
      const write = (isNew) => {
        const search = new URLSearchParams(Object.entries(chosen()).filter(([, value]) => value));
        const address = location.pathname + (search.size ? "?" + search : "");
        try { history[isNew ? "pushState" : "replaceState"](null, "", address); } catch { /* from a folder, some browsers refuse */ }
        shown = step;
        show();
      };
      form.hidden = false;
      form.addEventListener("submit", (event) => { event.preventDefault(); write(true); });
      form.addEventListener("change", (event) => { if (event.target.name !== "q") write(true); });
      form.elements.q.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() => write(false), 60); });
      addEventListener("popstate", read);
      read();
    })();

    """#
}
