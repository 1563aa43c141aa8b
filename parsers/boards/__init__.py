"""Board engines: what the addresses and pages of each look like. One module per engine; none knows another.

A *family* is what an address tells (phpwind, discuz, discuznt): a module with
    BOARD: str                                              the name posts carry
    thread_of(url: str) -> Thread | None                    recognises its address forms; None where it is not one
    page_address(thread: Thread, number: int) -> str        page N of the whole thread, canonical form

A *line* is what a page tells (phpwind 7.5, Discuz X …): a module with
    recognise(text: str) -> bool                            cheap: is this decoded page (thread or message) of this line
    read(text: str, url: str, clock: Clock) -> ThreadPage | BoardMessage     may raise LayoutChanged, nothing else

`registry` lists both and is all that anybody outside this folder needs.
"""
