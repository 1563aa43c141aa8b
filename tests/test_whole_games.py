"""One whole invented game per rule set, from the first night to victory: days from threads, nights from messages.

Every announcement is compared, and no public report of the way says more than it may.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from tests.support.whole_game import Play, Vote, everybody_for, message, play

HOUR = timedelta(hours=1)


def secrets_kept(game: Play, words: tuple[str, ...]) -> None:
    """No public report so far holds a word of the rules' secrets."""
    for report in game.seen:
        assert not [word for word in words if word in report], report


# --- 金枝 ---------------------------------------------------------------------------------------------------------

CIVILIANS = ["林叔", "柏青", "竹影", "梅姐", "兰若", "菊仙", "桂香"]
ESCAPEES = ["狐九", "狼牙", "鹿鸣", "兔毛", "獾五"]
BOUGH = dict.fromkeys(CIVILIANS, "平民") | dict.fromkeys(ESCAPEES, "逃奴") | {"鸦羽": "祭司"}
FIRST = datetime(2012, 4, 1, 20, 0)


def bough_night(number: int) -> datetime:
    return FIRST + 60 * HOUR * (number - 1)


def bough_day(number: int, ballots: dict[str, str]) -> Vote:
    dawn = bough_night(number) + 24 * HOUR
    return Vote("vote", number, dawn + HOUR / 2, dawn + 36 * HOUR, ballots)


def test_golden_bough(tmp_path: Path) -> None:
    left = [name for name in BOUGH if name not in ("林叔", "竹影")]
    second = [name for name in left if name not in ("狼牙", "狐九")]
    tie = everybody_for("鹿鸣", second, dict.fromkeys(second[:4], "鸦羽") | {"鸦羽": "兔毛"})
    votes = {
        "D1": bough_day(1, everybody_for("狼牙", left, {"狼牙": "柏青"})),
        "D2": bough_day(2, tie),
        "D2R": Vote(
            "life-or-death",
            2,
            bough_night(3) + HOUR / 2,
            bough_night(3) + 23 * HOUR,
            everybody_for("鸦羽", second, {"鸦羽": "鹿鸣"}),
            "D2",
        ),
    }
    third = bough_night(3) + 23 * HOUR  # night 3 begins a day later, after the life-or-death vote
    votes["D3"] = Vote("vote", 3, third + 25 * HOUR, third + 60 * HOUR, everybody_for("鹿鸣", second, {"鹿鸣": "兔毛"}))
    fourth = third + 60 * HOUR
    alive = [name for name in second if name not in ("鹿鸣", "柏青")]
    votes["D4"] = Vote(
        "vote", 4, fourth + 25 * HOUR, fourth + 60 * HOUR, everybody_for("獾五", alive, {"獾五": "兰若"})
    )
    sent = [
        message(1, bough_night(1) + HOUR, "鸦羽", "杀人", "林叔", length=130),
        message(1, bough_night(1) + 2 * HOUR, "狐九", "杀人", "竹影"),
        message(2, bough_night(2) + HOUR, "鸦羽", "杀人", "狐九", length=101),
        message(2, bough_night(2) + 2 * HOUR, "狐九", "杀人", "鸦羽"),
        message(3, third + 2 * HOUR, "柏青", "申请保管金枝"),
        message(4, fourth + 2 * HOUR, "兔毛", "杀人", "柏青"),
    ]
    cycle = ", ".join(f'"{name}"' for name in CIVILIANS)
    head = '[game]\ntitle = "湖畔"\nrules = "金枝"\njudges = ["天神", "神的使者"]\n'
    head += f'[branch]\ncycle = [{cycle}]\nholder = "竹影"\n' + "".join(sent)
    with play(tmp_path, head, BOUGH, votes, "天神") as game:
        assert game.night(1, bough_night(1) + 24 * HOUR) == ["天亮了。昨夜死亡：林叔、竹影。"]
        assert game.count("D1") == ["狼牙被处决，身份是逃奴。", "天黑了，第 2 夜开始。"]
        assert game.night(2, bough_night(2) + 24 * HOUR) == ["天亮了。昨夜死亡：狐九。"]
        assert game.count("D2") == ["最高票并列，进入生死投票：鸦羽、鹿鸣。"]
        assert game.count("D2R") == ["鸦羽得票最高，不处决，身份是祭司。", "天黑了，第 3 夜开始。"]
        assert game.night(3, third + 24 * HOUR) == ["天亮了。昨夜无人死亡。"]
        assert game.count("D3") == ["鹿鸣被处决，身份是逃奴。", "天黑了，第 4 夜开始。"]
        assert game.status(fourth + HOUR)["victory"] is None
        assert game.night(4, fourth + 24 * HOUR) == ["天亮了。昨夜死亡：柏青。"]
        secrets_kept(game, ("平民", "挑战者", "金枝在", "申请"))
        assert game.count("D4")[0] == "獾五被处决，身份是逃奴。"
        won = game.status(fourth + 62 * HOUR)["victory"]
    assert (won["camps"], set(won["players"])) == (["平民"], set(CIVILIANS))


# --- 游戏十二 -----------------------------------------------------------------------------------------------------

TWELVE = {
    "甲一": "杀手",
    "乙二": "杀手",
    "丙三": "庶民",
    "丁四": "庶民",
    "戊五": "庶民",
    "己六": "束魂",
    "庚七": "诅咒",
    "辛八": "庇佑",
    "壬九": "蝴蝶夫人",
}
ROSTER = datetime(2006, 7, 1, 20, 0)


def test_game_twelve(tmp_path: Path) -> None:
    def day(number: int) -> datetime:
        return ROSTER + 48 * HOUR * (number - 1)

    def stage(kind: str, number: int, ballots: dict[str, str]) -> Vote:
        return Vote(kind, number, day(number) + HOUR / 2, day(number) + 24 * HOUR, ballots)

    everybody = list(TWELVE)
    second = [name for name in everybody if name != "辛八"]
    third = [name for name in second if name not in ("甲一", "壬九")]
    jury = ["丙三", "己六", "庚七"]
    votes = {
        "D1": stage("election", 1, dict.fromkeys(everybody, "投丙三、己六、庚七")),
        "D2.recall": stage("recall", 2, everybody_for("丙三", second[:3])),
        "D2.jury": stage("jury", 2, {"丙三": "投甲一", "己六": "投甲一", "庚七": "投乙二"}),
        "D3": stage("execution", 3, everybody_for("乙二", third, {"乙二": "丁四", "丁四": "己六"})),
    }
    night = [day(n) + 24 * HOUR for n in (1, 2)]
    sent = [
        message(1, night[0] + HOUR, "甲一", "杀人", "辛八", length=140),
        message(1, night[0] + 2 * HOUR, "己六", "束魂", "丁四"),
        message(1, night[0] + 3 * HOUR, "壬九", "共舞", "庚七"),
        message(1, night[0] + 3 * HOUR, "庚七", "诅咒", "丙三"),
        message(2, night[1] + HOUR, "乙二", "杀人", "壬九", length=100),
        message(2, night[1] + 2 * HOUR, "庚七", "诅咒", "乙二"),
        message(2, night[1] + 2 * HOUR, "己六", "束魂", "丁四"),
    ]
    head = '[game]\ntitle = "灯市"\nrules = "游戏十二"\njudges = ["天神", "神的使者"]\n' + "".join(sent)
    with play(tmp_path, head, TWELVE, votes, "天神") as game:
        assert game.count("D1") == ["当选陪审员：丙三、己六、庚七。", "天黑了，第 1 夜开始。"]
        assert game.night(1, day(2)) == ["天亮了。昨夜死亡：辛八。"]
        assert game.count("D2.recall") == ["没有陪审员被罢免。"]
        assert game.count("D2.jury") == ["甲一被处决，身份是杀手。", "天黑了，第 2 夜开始。"]
        lines = game.night(2, day(3))
        assert lines[0] == "天亮了。昨夜死亡：丁四、壬九。"
        assert "陪审团解散" in lines[1]
        secrets_kept(game, ("束魂", "蝴蝶", "庶民", "共舞", "庇佑"))
        votes_for = game.command("tally", "--stage", "D3")["tally"][0]
        assert (votes_for["player"], votes_for["votes"], votes_for["raw"]) == ("乙二", 5, 4)
        assert game.count("D3") == ["乙二被处决，身份是杀手。", "天黑了，第 3 夜开始。"]
        won = game.status(day(4))["victory"]
    assert won["camps"] == ["平民"]
    assert set(won["sharers"]) == {*jury[:2], *third} - {"乙二", "丁四"}


# --- 九天的阴谋 ---------------------------------------------------------------------------------------------------

KILLERS, POLICE = ["子鼠", "丑牛", "寅虎", "卯兔"], ["辰龙", "巳蛇", "午马"]
NINE_CIVILIANS = ["申猴", "酉鸡", "戌狗", "亥猪", "金风", "木叶", "水仙"]
NINE = dict.fromkeys(KILLERS, "杀手") | dict.fromkeys(POLICE, "警察") | {"未羊": "银针使者"}
NINE |= dict.fromkeys(NINE_CIVILIANS, "平民")
NOON = datetime(2011, 9, 1, 12, 0)


def test_nine_days(tmp_path: Path) -> None:
    votes = {}
    alive = list(NINE)
    dawns = {1: ["申猴"], 2: [], 3: ["卯兔", "酉鸡"]}
    for number, target in enumerate(["子鼠", "丑牛", "寅虎"], start=1):
        opens = NOON + 48 * HOUR * (number - 1)
        ballots = everybody_for(target, alive, {target: "亥猪"})
        votes[f"D{number}.trial"] = Vote("trial", number, opens, opens + 24 * HOUR, ballots)
        alive = [name for name in alive if name not in (target, *dawns[number])]
    night = [NOON + 48 * HOUR * n + 24 * HOUR for n in range(3)]
    sent = [
        message(1, night[0] + HOUR, "丑牛", "暗杀", "申猴"),
        message(1, night[0] + 2 * HOUR, "未羊", "施毒", "辰龙"),
        message(1, night[0] + 2 * HOUR, "辰龙", "查证", "丑牛"),
        message(2, night[1] + HOUR, "卯兔", "暗杀", "午马"),
        message(2, night[1] + 2 * HOUR, "未羊", "施毒", "午马"),
        message(3, night[2] + HOUR, "卯兔", "暗杀", "酉鸡"),
    ]
    head = '[game]\ntitle = "戏班"\nrules = "九天的阴谋"\njudges = ["法官"]\n' + "".join(sent)
    with play(tmp_path, head, NINE, votes, "法官") as game:
        assert game.count("D1.trial") == ["子鼠被投死。白天被投死的玩家不需要遗言。", "天黑了，第 1 夜开始。"]
        assert game.night(1, night[0] + 24 * HOUR) == ["天亮了。昨夜死亡：申猴。"]
        assert game.count("D2.trial")[0].startswith("丑牛被投死")
        assert game.night(2, night[1] + 24 * HOUR) == ["天亮了。昨夜无人死亡。"]
        assert game.count("D3.trial")[0].startswith("寅虎被投死")
        assert game.status(night[2] + HOUR)["victory"] is None
        secrets_kept(game, ("杀手", "警察", "银针", "平民", "暗杀", "查证"))
        lines = game.night(3, night[2] + 24 * HOUR)
        assert lines[0] == "天亮了。昨夜死亡：卯兔(中毒)、酉鸡。"
        assert lines[1].startswith("游戏结束：好人获胜")
        won = game.status(night[2] + 25 * HOUR)["victory"]
    assert (won["camps"], won["clauses"]) == (["好人"], ["ND-2.3.3.1b"])


# --- 无人伤亡 -----------------------------------------------------------------------------------------------------

CAST = {
    "豺声": "狼人",
    "狈影": "狼人",
    "狐疑": "狼人",
    "春耕": "村民",
    "夏耘": "村民",
    "秋收": "村民",
    "冬藏": "村民",
    "观星": "先知",
    "采药": "女巫",
    "牵线": "爱神",
}
DAWN = datetime(2014, 11, 3, 9, 30)


def test_no_casualties(tmp_path: Path) -> None:
    def dusk(number: int) -> datetime:
        return DAWN + 48 * HOUR * (number - 1) + 36 * HOUR

    def stage(number: int, target: str, but: dict[str, str]) -> Vote:
        kind = "sheriff" if number == 1 else "imprison"
        return Vote(kind, number, dusk(number) - 36 * HOUR, dusk(number), everybody_for(target, list(CAST), but))

    votes = {
        "D1": stage(1, "观星", {"豺声": "狐疑", "狈影": "狐疑"}),
        "D2": stage(2, "豺声", {"豺声": "春耕", "狈影": "春耕"}),
        "D3": stage(3, "狈影", {"豺声": "春耕", "狈影": "春耕"}),
        "D4": stage(4, "狐疑", {"豺声": "春耕", "狐疑": "春耕"}),
    }
    quarter = HOUR / 4
    sent = [
        message(0, DAWN - 10 * HOUR, "牵线", "爱神之箭", "春耕", "夏耘"),
        message(1, dusk(1) + 2.2 * quarter, "观星", "预言", "豺声"),
        message(1, dusk(1) + 2.4 * quarter, "狈影", "杀人", "春耕"),
        message(2, dusk(2) + 2.4 * quarter, "狐疑", "杀人", "观星"),
        message(2, dusk(2) + 3.2 * quarter, "采药", "解药", "观星"),
        message(3, dusk(3) + 2.4 * quarter, "狐疑", "杀人", "采药"),
    ]
    head = '[game]\ntitle = "树洞"\nrules = "无人伤亡"\njudges = ["导演"]\n' + "".join(sent)
    with play(tmp_path, head, CAST, votes, "导演") as game:
        assert game.night(0, DAWN) == ["第 1 天白天开始。"]
        assert game.count("D1") == ["观星当选警长。", "天黑了，第 1 夜开始。"]
        assert game.night(1, DAWN + 48 * HOUR) == [
            "第 2 天白天开始。",
            "昨日无人囚禁。",
            "昨夜昏厥：春耕、夏耘。",
            "今日警长：观星。",
        ]
        assert game.count("D2") == ["豺声进入囚禁状态。", "天黑了，第 2 夜开始。"]
        assert game.night(2, DAWN + 96 * HOUR)[1:3] == ["昨日囚禁：豺声。", "昨夜无人昏厥。"]
        assert game.count("D3")[0] == "狈影进入囚禁状态。"
        assert game.night(3, DAWN + 144 * HOUR)[1:3] == ["昨日囚禁：狈影。", "昨夜昏厥：采药。"]
        assert game.count("D4")[0] == "狐疑进入囚禁状态。"
        secrets_kept(game, ("狼", "先知", "女巫", "情侣", "解药", "预言"))
        assert "游戏结束：村民阵营获胜" in game.night(4, DAWN + 192 * HOUR)[-1]
        won = game.status(DAWN + 193 * HOUR)["victory"]
    assert won["camps"] == ["村民阵营"]
