#include "guide.h"

// clang has #embed in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

// A new page of `docs` needs two lines: one that embeds it, and one in the table below.

static const unsigned char start[] = {
#embed "../../docs/start.md"
};
static const unsigned char adding[] = {
#embed "../../docs/adding.md"
};
static const unsigned char import[] = {
#embed "../../docs/import.md"
};
static const unsigned char reading[] = {
#embed "../../docs/reading.md"
};
static const unsigned char finding[] = {
#embed "../../docs/finding.md"
};
static const unsigned char browse[] = {
#embed "../../docs/browse.md"
};
static const unsigned char history[] = {
#embed "../../docs/history.md"
};
static const unsigned char doctor[] = {
#embed "../../docs/doctor.md"
};
static const unsigned char checks[] = {
#embed "../../docs/checks.md"
};
static const unsigned char publish[] = {
#embed "../../docs/publish.md"
};
static const unsigned char editors[] = {
#embed "../../docs/editors.md"
};
static const unsigned char settings[] = {
#embed "../../docs/settings.md"
};
static const unsigned char recipes[] = {
#embed "../../docs/recipes.md"
};
static const unsigned char compare[] = {
#embed "../../docs/compare.md"
};
static const unsigned char promises[] = {
#embed "../../docs/promises.md"
};
static const unsigned char quality[] = {
#embed "../../docs/quality.md"
};
static const unsigned char format[] = {
#embed "../../docs/format.md"
};

#define PAGE(name) {#name, name, sizeof name}

static const struct guide_page pages[] = {
    PAGE(start), PAGE(adding), PAGE(import), PAGE(reading), PAGE(finding), PAGE(browse), PAGE(history), PAGE(doctor),
    PAGE(checks), PAGE(publish), PAGE(editors), PAGE(settings), PAGE(recipes), PAGE(compare), PAGE(promises),
    PAGE(quality), PAGE(format),
};

const struct guide_page *guide_page_at(size_t index) {
  return index < sizeof pages / sizeof pages[0] ? &pages[index] : NULL;
}
