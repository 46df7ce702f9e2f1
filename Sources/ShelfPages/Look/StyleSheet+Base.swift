extension StyleSheet {
  /// The rules that all libraries share. The custom properties at the start are meant to be overridden by a library's
  /// own stylesheet.
  static let base = #"""
    /* Made by shelf. A file theme/style.css beside shelf.yaml comes after this one. */
    :root{
      --paper:#fbf9f4;--card:#fffdf9;--ink:#211d19;--soft:#665e55;--line:#e3dccf;--edge:#8f867a;--accent:#8f3a1c;
      --serif:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua","URW Palladio L",P052,"Source Serif 4","Noto Serif","Liberation Serif",Georgia,serif;
      --sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;
      --measure:36rem;--page:68rem;--shadow:0 1px 2px #2a1f1426,0 6px 16px #2a1f141f;
      color-scheme:light dark
    }
    @media (prefers-color-scheme:dark){:root{
      --paper:#171513;--card:#1f1c19;--ink:#ebe5da;--soft:#a89f92;--line:#37322c;--edge:#776f64;--accent:#e8a27c;
      --shadow:0 1px 2px #0009,0 6px 18px #0007
    }}
    *,*::before,*::after{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
    body{margin:0 auto;padding:0 1.25rem 2rem;max-width:calc(var(--page) + 2.5rem);background:var(--paper);color:var(--ink);
      font:1.0625rem/1.6 var(--serif);overflow-wrap:anywhere;font-kerning:normal;font-variant-numeric:oldstyle-nums}
    a{color:inherit;text-decoration-color:color-mix(in srgb,currentColor 35%,transparent);text-decoration-thickness:1px;text-underline-offset:.18em}
    a:hover{color:var(--accent);text-decoration-color:currentColor}
    :focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:2px}
    h1,h2,h3{line-height:1.15;font-weight:600;text-wrap:balance;margin:0}
    h1{font-size:clamp(1.9rem,1.3rem + 2.6vw,3rem);letter-spacing:-.015em;margin:2.5rem 0 1.25rem}
    h1 small{margin-inline-start:.5em;font-size:.45em;font-weight:400;color:var(--soft);letter-spacing:0;vertical-align:.25em}
    h2{font-size:1.3rem;margin:0 0 1rem}
    h3{font-size:1.05rem}
    p{margin:0 0 1em;text-wrap:pretty}
    ul,ol,dl,dd,figure,blockquote{margin:0;padding:0}
    ul{list-style:none}
    img{max-width:100%;height:auto}
    ::placeholder{color:var(--soft);opacity:1}
    section{margin:0 0 3rem}
    .skip{position:absolute;left:-99rem}
    .skip:focus{left:1rem;top:.5rem;background:var(--card);padding:.5rem 1rem;z-index:2}
    .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}

    /* Words are divided by the browser, which knows the language of each text; in titles, only long words */
    .prose,.quote p,.p-summary,.about{hyphens:auto}
    h1,h3,.t,.lines a{hyphens:auto;hyphenate-limit-chars:14 5 4}

    /* Around every page */
    header.site{display:flex;flex-wrap:wrap;gap:.25rem 2rem;align-items:baseline;padding:1.25rem 0 .9rem;border-bottom:1px solid var(--line)}
    header.site .name{font-weight:600;text-decoration:none;min-width:0}
    nav ul{display:flex;flex-wrap:wrap;gap:0 1.15rem;font:.875rem/1.5 var(--sans)}
    header.site nav a{display:inline-block;padding:.3rem 0;color:var(--soft);text-decoration:none}
    .find{margin-inline-start:auto}
    .find input{font:.875rem/1.4 var(--sans);width:11rem;max-width:100%;padding:.25rem .5rem;min-height:2rem;color:var(--ink);background:var(--card);
      border:1px solid var(--edge);border-radius:4px}
    @media (scripting:none){.find{display:none}}
    header.site nav a:hover{color:var(--accent)}
    header.site nav a[aria-current]{color:var(--ink);box-shadow:0 2px var(--accent)}
    footer.site{margin-top:4rem;padding-top:1rem;border-top:1px solid var(--line);font:.8125rem/1.5 var(--sans);color:var(--soft)}
    nav.pages{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:2.5rem 0;font:.875rem/2 var(--sans)}
    nav.pages [aria-current]{font-weight:700}

    /* Small things */
    .a,.n,.lead,.count,.place,time{color:var(--soft)}
    .stars{color:var(--accent);letter-spacing:.04em;white-space:nowrap;font-family:var(--sans)}
    .dot{display:inline-block;width:.7em;height:.7em;border-radius:50%;background:var(--m,var(--soft));margin-inline-end:.45em;flex:none}
    .chips{display:flex;flex-wrap:wrap;gap:.4rem .5rem;margin:0 0 1.25rem}
    .chip{display:inline-flex;align-items:center;padding:.15rem .7rem;border:1px solid var(--line);border-radius:2rem;background:var(--card);
      font:.8125rem/1.5 var(--sans);text-decoration:none}
    .chip:hover{border-color:var(--accent)}
    .more{font:.9rem/1.5 var(--sans)}
    .empty{color:var(--soft)}

    /* Covers: a picture, or one set from title and author */
    .cover{display:block;width:100%;height:auto;aspect-ratio:2/3;border-radius:2px;box-shadow:var(--shadow);object-fit:cover;background:var(--line)}
    .set{position:relative;container-type:inline-size;overflow:hidden;background:var(--g);color:var(--w);line-height:1.12;text-align:start;hyphens:auto;
      text-decoration:none;overflow-wrap:anywhere}
    .set span{position:absolute;left:9%;right:9%;overflow:hidden}
    .set::before{content:"";position:absolute;inset-block:0;inset-inline-start:0;width:3.5%;background:linear-gradient(90deg,#0003,#0000 70%)}
    .set[dir=rtl]::before{background:linear-gradient(270deg,#0003,#0000 70%)}
    .ct{top:9%;max-height:62%;padding-bottom:.2em;font-weight:600;font-size:.95rem;letter-spacing:-.01em}
    .ca{bottom:7%;max-height:22%;font:500 .62rem/1.25 var(--sans);font-size:max(.5rem,6.6cqw);letter-spacing:.02em}
    .s1 .ct{font-size:17cqw}.s2 .ct{font-size:13cqw}.s3 .ct{font-size:10.4cqw}.s4 .ct{font-size:8.4cqw}
    .d0::after{content:"";position:absolute;inset-inline-start:9%;width:18%;bottom:31%;border-top:2px solid;opacity:.75}
    .d1::after{content:"";position:absolute;inset:4.5% 6.5%;border:1px solid;outline:1px solid;outline-offset:-4px;opacity:.55}
    .d1 .ct{top:14%;left:14%;right:14%;height:54%;max-height:none;text-align:center;font-weight:500;display:grid;align-content:center}
    .d1 .ca{left:15%;right:15%;bottom:12%;text-align:center}
    .d2{background:linear-gradient(var(--h) 34%,var(--g) 0)}
    .d2 .ct{top:38%;max-height:42%}
    .d2 .ca{bottom:auto;top:9%;max-height:22%}
    .d3{background:linear-gradient(var(--g) 27%,#f6f0e2 0 73%,var(--g) 0)}
    .d3 .ct{top:29%;height:42%;max-height:none;color:#211d19;text-align:center;font-weight:500;display:grid;align-content:center}
    .d3 .ca{text-align:center;bottom:8%;max-height:16%}
    .d3.s1 .ct{font-size:15.5cqw}.d3.s2 .ct{font-size:12cqw}
    .d1.s3 .ct{font-size:9.6cqw}

    /* Lists of books */
    .grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.25rem,1fr));gap:2rem 1.5rem;align-items:start}
    .card{min-width:0}
    .card a{display:block;text-decoration:none}
    .card a:hover .t{color:var(--accent)}
    .card .cover{transition:transform .18s}
    .card a:hover .cover{transform:translateY(-3px)}
    .card .t{display:block;margin-top:.7rem;font-weight:600;line-height:1.25}
    .card .a,.card .n{display:block;font:.8125rem/1.4 var(--sans)}
    .card .n{display:flex;flex-wrap:wrap;gap:0 .5rem}
    .lines li{padding:.3rem 0}
    .lines .a{font:.875rem/1.4 var(--sans)}
    .lines .number{display:inline-block;min-width:1.6em;color:var(--soft)}
    ol.lines{list-style:none}
    .dated time{display:inline-block;min-width:10.75em;font:.8125rem/1.6 var(--sans)}
    .w .t,.w>.a{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
    .card.w{position:relative}
    .w .n{margin-top:.7rem}
    .list .grid{display:block}
    .list .w .t,.list .w>.a{position:static;width:auto;height:auto;clip-path:none}
    .list .card{padding:.35rem 0;border-bottom:1px solid var(--line)}
    .list .card a{display:inline}.list .cover{display:none}
    .list .card .t,.list .card .a,.list .card .n{display:inline;margin:0 .5rem 0 0}
    .index{columns:14rem;column-gap:2rem}
    .index li{break-inside:avoid;padding:.25rem 0;display:flex;align-items:baseline;gap:.35rem}
    .index a{min-width:0}
    .index h2{break-after:avoid;margin:0;padding:.9rem 0 .2rem;font:600 .8125rem/1.4 var(--sans);color:var(--soft)}
    .index h2:first-child{padding-top:0}
    .letters{display:flex;flex-wrap:wrap;gap:.25rem .9rem;margin:0 0 1.5rem;font:.9375rem/1.6 var(--sans)}
    .index .dot{align-self:center}
    .index .count{font:.8125rem/1 var(--sans)}
    h1.genre{display:flex;align-items:center}

    /* The first page */
    .masthead{margin:3.5rem 0 3.5rem}
    .masthead h1{font-size:clamp(2.4rem,1.6rem + 4vw,4.25rem);margin:0 0 1rem}
    .masthead .about{max-width:var(--measure);font-size:1.15rem;color:var(--soft)}
    ul.now,ul.entries{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:2rem 2.25rem}
    ul.now li,ul.entries li{display:grid;grid-template-columns:min(5.5rem,30%) minmax(0,1fr);gap:1.1rem;align-items:start}
    ul.now li{grid-template-columns:min(8rem,35%) minmax(0,1fr)}
    .entries h3 a,.now h3 a{text-decoration:none}
    .entries p,.now p{margin:.25rem 0 0;font-size:.95rem}
    .entries .a,.entries .n,.now .a,.now .n{font:.875rem/1.45 var(--sans)}
    .entries .n{display:flex;flex-wrap:wrap;gap:0 .6rem}
    .entries .p-summary{line-height:1.5;margin-top:.5rem}
    h2+.more,.entries+.more{margin-top:1.5rem}
    .soFar .part{max-width:var(--measure)}
    .figures{display:flex;flex-wrap:wrap;gap:.5rem 2rem;margin:0 0 1.5rem;font:.95rem/1.4 var(--sans);color:var(--soft)}
    .figures a{text-decoration:none}
    .figures strong{font:600 2.1rem/1 var(--serif);color:var(--ink);font-variant-numeric:lining-nums}
    .kept .quote{font-size:1.2rem}

    /* A book */
    .top{display:grid;grid-template-columns:minmax(8rem,15rem) minmax(0,1fr);gap:2.75rem;margin:2.75rem 0 3rem;align-items:start}
    .top img.cover{aspect-ratio:auto}
    .top h1{margin:0 0 .5rem}
    .by{font-size:1.2rem}
    .series{font:.875rem/1.5 var(--sans);color:var(--soft);margin:0 0 .5rem}
    .rating{font-size:1.4rem;margin:0 0 .35rem}
    .state{color:var(--soft)}
    .facts{display:flex;flex-wrap:wrap;gap:.75rem 2rem;padding-top:1rem;border-top:1px solid var(--line);font:.875rem/1.4 var(--sans)}
    .facts dt,.notable dt{color:var(--soft);font-size:.8125rem}
    .text{max-width:var(--measure)}
    .text section,.near section{margin-bottom:2.5rem}
    .prose h2,.quotes>h2,.readings h2,.near h2{font:600 .8125rem/1.4 var(--sans);letter-spacing:.06em;text-transform:uppercase;color:var(--soft);margin-bottom:.75rem}
    .near h2{text-transform:none;letter-spacing:0;font-size:.9rem}
    .e-content{font-size:1.125rem}
    .prose ul{list-style:disc;padding-inline-start:1.2em}.prose ol,.readings ol{padding-inline-start:1.4em}
    .prose :is(ul,ol,blockquote,pre){margin:0 0 1em}
    .prose li :is(ul,ol){margin:0}
    .prose blockquote>:last-child{margin-bottom:0}
    .prose blockquote{border-inline-start:2px solid var(--line);padding-inline-start:1rem;color:var(--soft)}
    .prose pre{overflow:auto;font-size:.85rem}
    .prose h3,.prose h4{margin:1.5rem 0 .5rem}
    .readings ol{font:.9rem/1.7 var(--sans)}
    .near{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:0 2.5rem;border-top:1px solid var(--line);padding-top:2rem}
    @media (min-width:62rem){
      .spread{display:grid;grid-template-columns:minmax(0,var(--measure)) minmax(0,1fr);gap:4.5rem}
      .spread .near{display:block;border:0;padding:0}
    }
    .quote{position:relative;margin:0 0 2rem;padding-inline-start:1.4rem;border-inline-start:2px solid var(--accent);max-width:var(--measure)}
    .quote p{margin:0 0 .5em;line-height:1.55}
    .quote figcaption{font:.8125rem/1.5 var(--sans);color:var(--soft);display:flex;flex-wrap:wrap;gap:0 .75rem}
    .quote cite{font-style:normal;font-weight:600}
    .quote .anchor{text-decoration:none}
    /* A book that is read from right to left: words in the language of the site keep their direction, but stand at the right */
    .book[dir=rtl] :is(.by,.series,.state,dt,dd,li,h2,figcaption bdi){unicode-bidi:plaintext;text-align:right}
    .quote:target{background:color-mix(in srgb,var(--accent) 9%,transparent);box-shadow:0 0 0 .75rem color-mix(in srgb,var(--accent) 9%,transparent)}
    .quotes .day{font:600 .8125rem/1.4 var(--sans);letter-spacing:.04em;color:var(--soft);margin:2.5rem 0 1rem}

    /* A year, and numbers */
    header.year h1{margin-bottom:1rem}
    .halves{columns:21rem 2;column-gap:3.5rem}
    .halves section{break-inside:avoid;display:inline-block;width:100%}
    .big{display:block;font-size:clamp(4.5rem,3rem + 9vw,9rem);line-height:.9;letter-spacing:-.04em;font-variant-numeric:lining-nums;color:var(--accent)}
    .wall{display:grid;grid-template-columns:repeat(auto-fill,minmax(5.5rem,1fr));gap:.8rem;margin:2.5rem 0 3.5rem;align-items:end}
    .wall a{display:block;transition:transform .18s}
    .wall a:hover{transform:translateY(-3px)}
    .chart,.bars,.timeline,.notable{max-width:var(--measure)}
    svg{display:block;width:100%;height:auto}
    svg text{font:11px var(--sans);fill:var(--soft)}
    .fill{fill:var(--m,var(--accent))}.rest{fill:var(--line)}
    .bars{width:100%;border-collapse:collapse;font:.9rem/1.4 var(--sans)}
    .bars th{width:38%;text-align:start;font-weight:400;padding:.28rem .75rem .28rem 0;vertical-align:top}
    .bars td{padding:.28rem 0;vertical-align:middle}
    .bars .number{width:3.5rem;text-align:end;color:var(--soft);padding-inline-start:.75rem;font-variant-numeric:tabular-nums lining-nums}
    .bar{height:.75rem}.part{height:.5rem}.part rect{rx:0}
    .part{max-width:var(--measure)}
    .goal{margin:1rem 0 .35rem;font:.9rem/1.4 var(--sans)}
    details{margin-top:.5rem;font:.8125rem/1.5 var(--sans);color:var(--soft)}
    details th{text-align:start;font-weight:400;padding-inline-end:1.5rem}details .number{text-align:end}
    .notable{display:grid;gap:.75rem}

    /* Finding */
    .filter{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:end;margin:0 0 2rem;font:.8125rem/1.4 var(--sans)}
    .filter[hidden]{display:none}
    .filter label{display:grid;grid-template-columns:minmax(0,1fr);gap:.2rem;min-width:0;color:var(--soft)}
    .filter input,.filter select,#books button{font:.9375rem/1.4 var(--sans);padding:.35rem .5rem;min-height:2.25rem;color:var(--ink);
      background:var(--card);border:1px solid var(--edge);border-radius:4px;max-width:100%}
    #books button{margin-top:1.5rem}
    .filter .words{flex:1 1 14rem}
    .filter select{max-width:11rem}
    .filter output{flex-basis:100%;color:var(--soft)}

    @media (max-width:38rem){
      .top{grid-template-columns:minmax(0,1fr);gap:1.5rem;margin-top:1.75rem}
      .top .c{max-width:11rem}
      .grid{grid-template-columns:repeat(auto-fill,minmax(6.75rem,1fr));gap:1.5rem 1.1rem}
      .masthead{margin:2rem 0 2.5rem}
      .find,.find input{width:100%}
      .dated time{display:block}
      .filter{gap:.6rem .75rem}
      .filter label:not(.words){flex:1 1 7.5rem}
      .filter select{max-width:none;width:100%;padding-inline:.2rem}
    }
    @media (prefers-reduced-motion:reduce){*{transition:none!important}}
    @media print{
      :root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--edge:#bbb;--accent:#000;--shadow:none}
      header.site nav,footer.site,.filter,.find,.skip,nav.pages,.near,details{display:none}
      body{font-size:11pt;max-width:none;padding:0}
      .quote,.card,li{break-inside:avoid}
      .cover{-webkit-print-color-adjust:exact;print-color-adjust:exact}
      .prose a[href^=http]::after{content:" (" attr(href) ")";font-size:.8em}
    }

    """#
}
