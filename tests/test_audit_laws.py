"""Laws of every audit: shift all times, post once more, split a thread, and what must stay stays."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.posts import Post, Stamp
from referee.audits import audit
from referee.audits.values import Audit
from referee.game import Event, Game, Player, Stage
from referee.threads import ThreadPosts

START = datetime(2009, 3, 10, 12)
NAMES = ("甲", "乙", "丙")
DAY = timedelta(days=1)
TEXTS = ("看法", "丙是逃奴", "顶", "QQ记录为证", "喵", "看法")
END = START + 8 * DAY

_house = st.fixed_dictionaries(
    {},
    optional={
        "lurk.repeats": st.sampled_from(["count", "once"]),
        "lurk.padding": st.sampled_from(["count", "discount"]),
        "lurk.per": st.sampled_from(["by_rules", "stage", "day", "window"]),
        "lurk.posts": st.integers(1, 6),
        "lurk.share": st.sampled_from([0, 20, 50, 100]),
        "lurk.warnings": st.integers(1, 3),
        "nd.lurk.avg": st.just("living"),
    },
)
_posts = st.lists(
    st.tuples(st.sampled_from([*NAMES, "路人"]), st.integers(1, 8 * 24 * 60), st.sampled_from(TEXTS)), max_size=40
)


@st.composite
def games(draw: Any) -> tuple[Game, list[tuple[str, int, str]]]:
    """A game of three with three stages, perhaps a death, and posts at random minutes."""
    rules = draw(st.sampled_from(["golden-bough", "game-twelve", "nine-days", "no-casualties", "plain"]))
    kind = {"nine-days": "trial", "no-casualties": "imprison", "game-twelve": "election"}.get(rules, "vote")
    stages = tuple(Stage(f"D{n}", kind, n, START + (2 * n - 2) * DAY, START + (2 * n - 1) * DAY) for n in (1, 2, 3))
    events = draw(
        st.lists(
            st.builds(
                lambda hour, kind, player: Event(START + timedelta(hours=hour), kind, player),
                st.integers(1, 190),
                st.sampled_from(["death", "execution", "mad", "imprison", "faint"]),
                st.sampled_from(NAMES),
            ),
            max_size=2,
        )
    )
    players = tuple(Player(name, number) for number, name in enumerate(NAMES, 1))
    game = Game(
        rules=rules,
        judges=("天神",),
        house=draw(_house),
        players=players,
        stages=stages,
        events=tuple(sorted(events, key=lambda event: event.at)),
    )
    return game, draw(_posts)


def threads(posts: list[tuple[str, int, str]], start: datetime = START) -> list[ThreadPosts]:
    """A roster thread and a discussion with the posts, numbered across both as boards do."""
    ordered = sorted(posts, key=lambda post: post[1])
    said = [Post("phpwind", "http://b/2", "tpc", 0, "天神", None, Stamp(start), "讨论")]
    said += [
        Post("phpwind", "http://b/2", str(n), n, author, None, Stamp(start + timedelta(minutes=minute)), text)
        for n, (author, minute, text) in enumerate(ordered, 1)
    ]
    first = Post("phpwind", "http://b/1", "tpc", 0, "天神", None, Stamp(start), "名单")
    return [
        ThreadPosts("http://b/1", "phpwind", "名单", 1, (first,), {}, "roster"),
        ThreadPosts("http://b/2", "phpwind", "讨论", 1, tuple(said), {}, "discussion"),
    ]


def shifted(value: Any, by: timedelta) -> Any:
    """A game with all its times moved."""
    move = {"opens", "closes", "at"}
    moved = {name: getattr(value, name) + by for name in move if isinstance(getattr(value, name, None), datetime)}
    if isinstance(value, Game):
        return replace(
            value,
            stages=tuple(shifted(s, by) for s in value.stages),
            events=tuple(shifted(e, by) for e in value.events),
        )
    return replace(value, **moved)


def findings(found: Audit, by: timedelta = timedelta(0)) -> Any:
    """What was found, with its times moved back."""
    return (
        [(s.id, s.average, [(p.player, p.posts, p.verdict) for p in s.players]) for s in found.stages],
        [(w.player, w.stage, w.count, w.verdict) for w in found.warnings],
        [(w.player, w.begins - by, w.ends - by, w.posts, w.verdict) for w in found.windows],
        [(one.player, one.verdict) for one in found.sign_in],
        [(one.player, one.post and one.post.pid, one.verdict, one.clauses) for one in found.speech],
        [(swap.out, swap.by) for swap in found.swaps],
        [(one.player, one.posts, one.characters, one.gap) for one in found.activity],
    )


@settings(max_examples=60, deadline=None)
@given(games(), st.integers(-9, 9))
def test_shifting_all_times_changes_nothing(told: tuple[Game, list[tuple[str, int, str]]], days: int) -> None:
    game, posts = told
    by = timedelta(days=days)
    before = audit(game, threads(posts), END)
    after = audit(shifted(game, by), threads(posts, START + by), END + by)
    assert findings(after, by) == findings(before)


@settings(max_examples=60, deadline=None)
@given(games(), st.sampled_from(NAMES), st.integers(1, 8 * 24 * 60), st.sampled_from(TEXTS))
def test_one_more_post_of_his_never_makes_a_player_more_of_a_lurker(
    told: tuple[Game, list[tuple[str, int, str]]], author: str, minute: int, text: str
) -> None:
    game, posts = told
    before = audit(game, threads(posts), END)
    after = audit(game, threads([*posts, (author, minute, text)]), END)

    def lurked(found: Audit) -> set[str]:
        return {s.id for s in found.stages for p in s.players if p.player == author and p.verdict == "lurking"}

    def out(found: Audit) -> datetime:
        return next((w.ends for w in found.windows if w.player == author), datetime.max)

    assert lurked(after) <= lurked(before)
    assert out(after) >= out(before)
    assert len([w for w in after.warnings if w.player == author and w.stage]) <= len(
        [w for w in before.warnings if w.player == author and w.stage]
    )


@settings(max_examples=60, deadline=None)
@given(games(), st.randoms(use_true_random=False))
def test_splitting_a_thread_in_two_changes_nothing(told: tuple[Game, list[tuple[str, int, str]]], random: Any) -> None:
    game, posts = told
    roster, whole = threads(posts)
    second = {post.pid for post in whole.posts[1:] if random.random() < 0.5}
    parts = [
        replace(whole, posts=tuple(post for post in whole.posts if post.pid not in second)),
        replace(
            whole,
            url="http://b/3",
            posts=tuple(replace(post, thread="http://b/3") for post in whole.posts if post.pid in second),
        ),
    ]
    assert findings(audit(game, [roster, *parts], END)) == findings(audit(game, [roster, whole], END))


@settings(max_examples=40, deadline=None)
@given(games(), st.integers(0, 8 * 24 * 60))
def test_what_comes_later_does_not_change_what_was_found_before(
    told: tuple[Game, list[tuple[str, int, str]]], minute: int
) -> None:
    game, posts = told
    at = START + timedelta(minutes=minute)
    early = [post for post in posts if post[1] <= minute]
    assert findings(audit(game, threads(posts), at)) == findings(audit(game, threads(early), at))


@settings(max_examples=60, deadline=None)
@given(games())
def test_the_earliest_stretch_is_the_earliest(told: tuple[Game, list[tuple[str, int, str]]]) -> None:
    """Two pointers against counting every minute."""
    game, posts = told
    game = replace(game, rules="golden-bough", house={}, events=())
    found = {w.player: w for w in audit(game, threads(posts), END).windows}
    length = timedelta(hours=48)
    for name in NAMES:
        times = [START + timedelta(minutes=minute) for author, minute, _ in posts if author == name]
        slow = None
        for minutes in range(48 * 60, 8 * 24 * 60 + 1):
            end = START + timedelta(minutes=minutes)
            if sum(end - length < at <= end for at in times) < 5:
                slow = end
                break
        assert (found[name].ends if name in found else None) == slow
