"""What of a night anybody may read: what is announced, and nothing else."""

from __future__ import annotations

from dataclasses import replace

from referee.nights.values import Death, Night, Question


def public_view(night: Night) -> Night:
    """The night without actions, causes, secret states, promotions, the branch, letters, the trail and their notes.

    That the judge has something to decide is no secret; what it is may be one.
    """
    count = len(night.pending)
    return replace(
        night,
        actions=(),
        deaths=tuple(Death(death.player, death.announced_cause or "", death.announced_cause) for death in night.deaths),
        states=tuple(state for state in night.states if state.public),
        promotions=(),
        branch=None,
        private=(),
        pending=(Question(f"有 {count} 处等法官裁定。"),) if count else (),
        notes=(),
        trail=(),
    )
