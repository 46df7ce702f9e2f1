extension PageLanguage {
  // Nouns have no plural, and there is no space between a number and the following word.
  static let chinese = PageLanguage(
    "zh", "Chinese (simplified)", tag: "zh-Hans", plural: .single,
    dates: DateForms(
      months: (1...12).map { "\($0)月" }, shortMonths: (1...12).map { "\($0)" }, day: "{year}年{month}{day}日",
      month: "{year}年{month}", year: "{year}年", daysOfMonth: "{year}年{month}{first}日至{day}日",
      daysOfYear: "{year}年{firstMonth}{first}日至{month}{day}日", monthsOfYear: "{year}年{firstMonth}至{month}",
      range: "{start}至{end}"),
    alphabet: Alphabet(usesPinyin: true), words: chineseWords)

  private static let chineseWords = PageWords(
    books: "图书", authors: "作者", genres: "类型", series: "系列", wishList: "想读的书", quotes: "摘录", years: "年份", stats: "统计",
    siteParts: "网站栏目", skip: "跳到正文", follow: "订阅：{feeds}。全部内容：{data}。", data: "数据文件",
    quotesFeed: "摘录订阅源", feedOfQuotes: "{name}：摘录",
    bookCount: ["{n}本书"], authorCount: ["{n}位作者"], genreCount: ["{n}个类型"], seriesCount: ["{n}个系列"],
    quoteCount: ["{n}条摘录"], pageCount: ["{n}页"], dayCount: ["{n}天"], allBooks: ["全部{n}本书"],
    allQuotes: ["全部{n}条摘录"], andMore: "另有{n}项", ofFiveStars: "{n}星（满分5星）", partOf: "{count}/{all}",
    comma: "，", listComma: "、", and: "、", or: "或", fullStop: "。", later: "较新", earlier: "较早",
    before: "上一页", after: "下一页", titleOfPage: "{title}（第{n}页）", pages: "页码", latestBooks: "{books}，从新到旧排列。",
    latestQuotes: "{quotes}，摘自各书，从新到旧排列。",
    titleBy: "{authors}《{title}》", review: "书评", synopsis: "内容简介", readingNow: "正在阅读",
    since: DatePhrase("自{date}起"), paused: "暂时搁置", started: DatePhrase("{date}开始"), abandoned: "弃读",
    abandonedOn: DatePhrase("{date}弃读"), read: "已读", readOn: "阅读时间：", inDays: ["历时{n}天"], contributor: "其他责任者",
    published: "出版年份", originalTitle: "原书名", publisher: "出版社", pageFact: "页数", language: "语言", isbn: "ISBN",
    yes: "是", no: "否", readings: "阅读记录", oneQuote: "1条摘录", moreBy: "{name}的其他作品", moreOf: "同类图书：{name}",
    otherEditions: "其他版本", inSeries: "系列：{name}", readTimes: ["{first}年至{last}年间读过{n}遍"],
    yearBC: "公元前{year}年", linkToQuote: "这条摘录的链接", quotePage: "第{page}页", quotePages: "第{page}页",
    quoteLeaf: "第{page}叶", quoteLeaves: "第{page}叶",
    statuses: [
      "wanted": "想读", "onShelf": "未读", "inProgress": "在读", "paused": "搁置", "completed": "已读", "abandoned": "弃读",
    ],
    roles: [
      "translator": "译者", "editor": "编者", "compiler": "编选者", "illustrator": "绘者", "photographer": "摄影者",
      "narrator": "朗读者", "foreword": "作序", "introduction": "导读", "afterword": "后记", "commentator": "评注者",
      "adapter": "改编者",
    ],
    fields: ["place": "出版地", "edition": "版次", "editionDate": "本版日期", "duration": "时长"],
    languages: [
      "af": "南非荷兰语", "ang": "古英语", "ar": "阿拉伯语", "be": "白俄罗斯语", "bg": "保加利亚语", "bn": "孟加拉语", "bs": "波斯尼亚语",
      "ca": "加泰罗尼亚语", "cs": "捷克语", "cy": "威尔士语", "da": "丹麦语", "de": "德语", "el": "希腊语", "en": "英语", "enm": "中古英语",
      "eo": "世界语", "es": "西班牙语", "et": "爱沙尼亚语", "eu": "巴斯克语", "fa": "波斯语", "fi": "芬兰语", "fr": "法语", "ga": "爱尔兰语",
      "gl": "加利西亚语", "gmh": "中古高地德语", "grc": "古希腊语", "he": "希伯来语", "hi": "印地语", "hr": "克罗地亚语", "hu": "匈牙利语",
      "hy": "亚美尼亚语", "id": "印度尼西亚语", "is": "冰岛语", "it": "意大利语", "ja": "日语", "ka": "格鲁吉亚语", "ko": "韩语", "la": "拉丁语",
      "lb": "卢森堡语", "lt": "立陶宛语", "lv": "拉脱维亚语", "mk": "马其顿语", "ms": "马来语", "nl": "荷兰语", "no": "挪威语", "pl": "波兰语",
      "pt": "葡萄牙语", "ro": "罗马尼亚语", "ru": "俄语", "sa": "梵语", "sk": "斯洛伐克语", "sl": "斯洛文尼亚语", "sq": "阿尔巴尼亚语",
      "sr": "塞尔维亚语", "sv": "瑞典语", "sw": "斯瓦希里语", "ta": "泰米尔语", "th": "泰语", "tr": "土耳其语", "uk": "乌克兰语", "ur": "乌尔都语",
      "vi": "越南语", "yi": "意第绪语", "zh": "中文",
    ],
    statsDescription: "藏书与阅读统计。", inNumbers: "数据概览", goals: "目标", goalCount: ["目标{n}本，已读{count}本"],
    sections: [
      "status": "阅读状态", "years": "每年读完的图书", "months": "每月读完的图书", "monthPages": "每月读完的页数",
      "pace": "阅读速度", "rereads": "读过多次的书", "ratings": "评分", "genres": "类型", "authors": "作者", "pages": "页数",
      "quotes": "各书摘录数",
    ],
    figures: [
      "daysPerBook": ["平均每本{n}天"], "pagesPerDay": ["平均每天{n}页"], "all": ["共{n}页"], "read": ["已读{n}页"],
      "average": ["平均每本{n}页"], "longest": ["最长一本{n}页"],
    ],
    what: "项目", share: "比例", number: "数量", asTable: "以表格显示", noTitle: "无书名", unrated: "未评分",
    readEntry: "读完：{book}", readAgainEntry: "重读：{book}", fromBook: "摘自《{title}》",
    letters: "字母索引", onAverage: "平均{rating}", readIn: "读于{year}年", readFrom: "读于{first}年至{last}年",
    siteDescription: "读过、也记得的书。", noBooks: "这里还没有书。", ofGoal: "目标{n}本",
    recentlyFinished: "最近读完", readAgain: "重读", kept: "摘录",
    notFound: "页面不存在", pageIsMissing: "找不到这个页面。", goHome: "返回首页", someDay: "日期不详",
    searchAll: "搜索全部图书", searchWords: "关键词", search: "搜索", genre: "类型", status: "状态", finished: "读完年份",
    rating: "评分", orMore: "{stars}及以上", sort: "排序", title: "书名", author: "作者", year: "年份", latest: "最新",
    show: "显示方式", list: "列表", covers: "封面", any: "不限", indexIsMissing: "无法载入图书索引。", showMore: "显示更多",
    yearsDescription: "按读完年份排列的图书。", finishedIn: ["{year}年读完{n}本书。"], yearInBooks: "{year}年度阅读",
    averageStars: "平均{n}星", againCount: ["重读{n}本"], goalFigure: "目标{n}本", byMonth: "逐月统计",
    finishedByMonth: "每月读完的图书", ofNote: "年度之最", longest: "最长", shortest: "最短", oldest: "最早出版", ratings: "评分",
    stars: "星级", allOfThem: "全部", again: "重读", allYears: "所有年份")
}
