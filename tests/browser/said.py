"""What the page says, in both languages: the words by which tests find things."""

from shengji.words import words

SAID = {
    "zh": {
        "hand": "^手牌，",
        "mat": "牌桌",
        "hint": "提示",
        "pass": "不亮|不反",
        "bids": "亮主",
        "lit": "^(亮主|加固|反主|自保|.+怎么亮)",
        "dear": "5|10|K|王",
        "play": "出牌",
        "bury": "扣底",
        "replay": "复盘",
        "next": "下一局",
        "deal": "第 {} 局",
        "start": "开始练习",
        "go on": "接着打",
        "create": "创建房间",
        "begin": "开始打牌",
        "rush": "直接发完",
        "trump": "主牌",
        "alone": "只有这台机器打得开",
        "edit rules": "修改规则",
        "clear": "重选",
        "menu": "菜单",
        "chat": "聊天",
        "settings": "设置",
        "tricks": "逐墩回看",
        "help": "帮助与快捷键",
        "levels": "看级别阶梯",
        "throw": "甩牌",
    },
    "en": {
        "hand": "^Your hand, ",
        "mat": "Table",
        "hint": "Hint",
        "pass": "No bid|Pass",
        "bids": "Bid",
        "lit": "^(Bid|Reinforce|Overturn|Rebid|How to bid)",
        "dear": "^(5|10|K)|[Jj]oker",
        "play": "Play",
        "bury": "Bury",
        "replay": "Replay",
        "next": "Next deal",
        "deal": "Deal {}",
        "start": "Play now",
        "go on": "Go on playing",
        "create": "Create a room",
        "begin": "Start the match",
        "rush": "Deal the rest",
        "trump": "trump",
        "alone": "Only this machine can open this link",
        "edit rules": "Edit the rules",
        "clear": "Clear",
        "menu": "Menu",
        "chat": "Chat",
        "settings": "Settings",
        "tricks": "Tricks so far",
        "help": "Help and keys",
        "levels": "Open the ladder",
        "throw": "[Tt]hrow",
    },
}

PRESETS = {
    "huanle-2": "欢乐升级 两副牌",
    "huanle-1": "欢乐升级 一副牌",
    "huanle-3": "欢乐升级 三副牌",
    "eighty": "八十分 两副牌",
    "jj": "JJ 80分 标准打法",
    "jj-home": "JJ 80分 家乡打法",
    "weijia-2": "微加拖拉机 两副牌",
    "weijia-1": "微加拖拉机 一副牌",
    "weijia-3": "微加拖拉机 三副牌",
    "eighty-match": "比赛规则 八十分比赛",
    "four-deck-match": "比赛规则 四副牌拖拉机",
}
"""The buttons of the start page, in Chinese."""


def card_name(code: str, lang: str) -> str:
    """A card as a screen reader says it: `6h` is 红桃6, 6 of hearts."""
    say = words(lang).say
    if code in ("LJ", "BJ"):
        return say(f"joker.{code}")
    suit, rank = say(f"suit.{code[1].upper()}"), say(f"rank.{code[0]}")
    return f"{suit}{rank}" if lang == "zh" else f"{rank} of {suit}"
