"""Playing again on the links that there are: effects of Again done, until all have signed."""

from collections.abc import Iterable

import trio

from p2pjeux.lobby.again import Again, AgainEffect, WantAgain
from p2pjeux.lobby.lobby import Begun, KeepSecret, Post
from p2pjeux.log.charter import Charter, SignedCharter
from p2pjeux.net.mesh import Mesh
from p2pjeux.net.purposes import Purpose, label
from p2pjeux.store.home import Store
from p2pjeux.store.promises import Promise, drop_promise, keep_promise
from p2pjeux.store.table import TableFiles


class Rematch:
    """``begun`` is set when all have signed; then ``signed`` and ``files`` are those of the next.

    It listens from the beginning of a table on: others may have seen its end before we do.
    """

    def __init__(self, again: Again, mesh: Mesh, store: Store) -> None:
        self._again = again
        self._mesh = mesh
        self._store = store
        self._turn = trio.Lock()
        self.told = WantAgain(frozenset(), frozenset())
        self.changed = trio.Event()
        self.begun = trio.Event()
        self.signed: SignedCharter | None = None
        self.files: TableFiles | None = None

    @property
    def charter(self) -> Charter:
        return self._again.charter

    @property
    def is_wanted(self) -> bool:
        return self._again.is_wanted

    def linked(self) -> frozenset[bytes]:
        """The machines that can hear us."""
        return self._mesh.linked | {self._again.identity.public}

    async def receive(self, peer: bytes, data: bytes) -> bool:
        """Whether what a seated peer says in the lobby was about playing again."""
        async with self._turn:
            effects = self._again.receive(peer, data)
            await self._do(effects or [])
        return effects is not None

    async def meet(self, peer: bytes) -> None:
        """A seated peer is linked: it may have missed what we said."""
        async with self._turn:
            await self._do(self._again.linked(peer))
        self._say_changed()

    def lose(self) -> None:
        """A seated peer is not linked any more."""
        self._say_changed()

    async def want(self, *, is_wanted: bool) -> None:
        async with self._turn:
            await self._do(self._again.want() if is_wanted else self._again.leave())
            if not is_wanted and self.signed is None:
                self._lapse()

    def take(self) -> tuple[SignedCharter, TableFiles] | None:
        """The next table, which is the caller's from now on; None if it has not begun."""
        if self.signed is None or self.files is None:
            return None
        files, self.files = self.files, None
        return self.signed, files

    def close(self) -> None:
        """Nothing more is heard; what nobody has taken can be opened by others."""
        self._lapse()

    def _lapse(self) -> None:
        if self.files is not None:
            if self.signed is None:
                drop_promise(self.files.folder)
            self.files.close()
            self.files = None

    def _say_changed(self) -> None:
        self.changed.set()
        self.changed = trio.Event()

    async def _do(self, effects: Iterable[AgainEffect]) -> None:
        for effect in effects:
            match effect:
                case Post(to=to, message=message):
                    self._mesh.send(to, label(Purpose.LOBBY, message))
                case KeepSecret(charter=charter):
                    await self._open_files(charter)
                case WantAgain():
                    self.told = effect
                    self._say_changed()
                case Begun(signed=signed):
                    await self._begin(signed)

    async def _open_files(self, charter: Charter) -> None:
        """The secret and the charter are durable when this returns."""
        if self.files is None:
            self.files = await trio.to_thread.run_sync(self._store.open_table, charter)
        # There is no opener; whoever comes back asks the first of the others.
        me = self._again.identity.public
        other = next((one.public for one in charter.seats if one.public != me), me)
        await trio.to_thread.run_sync(keep_promise, self.files.folder, Promise(charter, other))

    async def _begin(self, signed: SignedCharter) -> None:
        if self.files is None:
            if not self._store.has_secret(signed.charter):
                # A second secret would make a second player of us.
                return
            self.files = await trio.to_thread.run_sync(self._store.open_table, signed.charter)
        if self.files.recovered is None:
            self.files.begin(signed)
        drop_promise(self.files.folder)
        self.signed = signed
        self.begun.set()
        self._say_changed()
