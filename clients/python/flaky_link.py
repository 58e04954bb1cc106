"""A TCP connection that goes wrong now and then: what stands between Envoy and a replica in under_faults.py.

Each connection has a fate, drawn from the seed and its number. All of them are slow by some milliseconds a piece, and stall
for some tenths of a second now and then. After some seconds each ends: by a reset between two pieces or in the middle of
one, or by falling silent, when what the replica says is lost until somebody closes. Some are reset as soon as they are made.
"""

import asyncio
import random
import socket
import struct
import threading

# Most that is carried at once.
PIECE = 16 * 1024
SLOW_S = (0, 0.004)
STALLS, STALL_S = 0.01, (0.1, 0.4)
AGE_S = (1, 15)
REFUSED = 0.1
ENDS = ("resets between pieces", "resets in the middle of a piece", "connections that fell silent")
# A silent one is reset after so long, if nobody closed it before.
SILENT_S = 20
KINDS = (*ENDS, "connections reset at once", "stalls")


class Connection:
    """One caller's, carried to the server until its fate is met."""

    def __init__(self, fate, count, calm, caller, server):
        self.fate, self.count, self.calm, self.sides = fate, count, calm, (caller, server)
        self.how, self.over = fate.choice(ENDS), False

    async def carried(self):
        (from_caller, to_caller), (from_server, to_server) = self.sides
        ways = [asyncio.create_task(self.carry(from_caller, to_server, False))]
        ways.append(asyncio.create_task(self.carry(from_server, to_caller, True)))
        met = asyncio.create_task(self.met())
        await asyncio.wait([*ways, met], return_when=asyncio.FIRST_COMPLETED)
        for task in (*ways, met):
            task.cancel()
        for _, writer in self.sides:
            if self.over:
                reset(writer)
            else:
                # One of the two ended it; what is on its way still arrives.
                writer.close()

    async def met(self):
        """Ends when the connection is to be reset."""
        await asyncio.sleep(3600 if self.calm else self.fate.uniform(*AGE_S))
        self.over = True
        if self.how == "connections that fell silent":
            self.count(self.how)
            await asyncio.sleep(SILENT_S)
        elif self.how == "resets between pieces":
            self.count(self.how)
        else:
            # Until there is a piece to break; an idle connection is left alone.
            await asyncio.sleep(3600)

    async def carry(self, reader, writer, answers):
        """Carries what goes one way until that ends."""
        try:
            while piece := await reader.read(PIECE):
                if not self.calm:
                    await asyncio.sleep(self.fate.uniform(*SLOW_S))
                if not self.calm and self.fate.random() < STALLS:
                    self.count("stalls")
                    await asyncio.sleep(self.fate.uniform(*STALL_S))
                if self.over and self.how == "connections that fell silent":
                    if answers:
                        continue
                elif self.over and answers:
                    self.count(self.how)
                    writer.write(piece[: self.fate.randrange(len(piece))])
                    await writer.drain()
                    # What was written shall be on its way before the reset is.
                    return await asyncio.sleep(0.01)
                writer.write(piece)
                await writer.drain()
        except ConnectionError:
            pass


def reset(writer):
    """Closes it so that the other side is told of a reset, not of an end."""
    held = writer.get_extra_info("socket")
    try:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    except OSError:
        pass
    writer.transport.abort()


class FlakyLink:
    """A context in which connections to one port are carried to another. Nothing goes wrong with those that are made while
    it is calm, as it is at first."""

    def __init__(self, port, to, seed, count):
        self.port, self.to, self.seed, self.count, self.number = port, to, seed, count, 0
        self.loop, self.calm = asyncio.new_event_loop(), True

    async def accept(self, *caller):
        self.number += 1
        fate = random.Random(f"{self.seed}/{self.number}")
        if not self.calm and fate.random() < REFUSED:
            self.count("connections reset at once")
            return reset(caller[1])
        try:
            server = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            # The replica is not there.
            return reset(caller[1])
        await Connection(fate, self.count, self.calm, caller, server).carried()

    def __enter__(self):
        listening = asyncio.start_server(self.accept, "127.0.0.1", self.port)
        self.server = self.loop.run_until_complete(listening)
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.loop.call_soon_threadsafe(self.loop.stop)
