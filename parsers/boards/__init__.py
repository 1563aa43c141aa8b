"""Board engines: what the addresses and pages of each look like. One module per engine; none knows another.

An engine module offers
    BOARD: str                                              the name posts carry ("phpwind", "discuz", …)
    thread_of(url: str) -> Thread | None                    recognises its address forms; None where it is not one
    page_address(thread: Thread, number: int) -> str        page N of the whole thread, canonical form
    recognise(text: str) -> bool                            cheap: is this page (decoded) of this engine
    read(text: str, url: str, clock: Clock) -> ThreadPage | BoardMessage     may raise LayoutChanged, nothing else
"""
