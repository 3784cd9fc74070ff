"""A process that counts for the workbench, as `pool` starts it: it answers until its input ends."""

import gc
import traceback
from collections.abc import Callable

import msgspec

from tablewright.house.screens.asked_process import Say, answer_until_the_end
from tablewright.house.workbench.answers import Counter
from tablewright.house.workbench.messages import Answer, Asked, News
from tablewright.rules.errors import TablewrightError
from tablewright.rules.language import speaking, worded

_encoded = msgspec.msgpack.Encoder().encode
_asked = msgspec.msgpack.Decoder(Asked).decode


def main() -> None:
    """Answer until nothing more is asked, or until it has had so much memory."""
    counter = Counter()

    def answered(message: bytes, tell: Say, is_last: Callable[[], bool]) -> bytes:
        asked = _asked(message)

        def on_progress(done: int, total: int) -> None:
            tell(_encoded(News(done / total if total else 0.0)))

        counted = counter.prices.counted
        with speaking(asked.language):
            answer = _answer(counter, asked, on_progress)
        if counter.prices.counted != counted:
            gc.freeze()  # A count is kept: to look through it for garbage takes as long as to price.
        return _encoded(msgspec.structs.replace(answer, is_last=is_last()))

    answer_until_the_end(answered)


def _answer(counter: Counter, asked: Asked, on_progress: Callable[[int, int], None]) -> Answer:
    try:
        return Answer(content=counter.answer(asked, on_progress))
    except TablewrightError as refused:
        return Answer(refused=worded(str(refused)))
    except Exception:  # The house logs it; the process goes on.
        return Answer(failed=traceback.format_exc())


if __name__ == "__main__":
    main()
