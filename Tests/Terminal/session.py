"""A program at the end of a pipe, with a terminal of its own for its output: what a shell's pipeline is."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte

from screen import ReflowingScreen

# Only so that a test which fails ends at all.
PATIENCE = 30


class Session:
    """Runs a program on a pseudo-terminal and shows its output on an emulated screen."""

    def __init__(self, arguments, columns=100, rows=40, reads_pipe=True, variables=None):
        self.screen = ReflowingScreen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self.status = None
        master, slave = pty.openpty()
        self.master, self.slave = master, slave
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        read_end, self.input = os.pipe()
        environment = {
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "COLORFGBG": "15;0", "PATH": os.environ["PATH"],
            "ILSRENDER_THEME": "obsidian"}
        environment.update(variables or {})
        environment = {name: value for name, value in environment.items() if value is not None}
        self.told, tell = os.pipe()
        hold, self.release = os.pipe()
        self.shell = os.fork()
        if self.shell == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            self._run(arguments, environment, read_end if reads_pipe else slave, slave, tell, hold)
        os.close(read_end)
        os.close(tell)
        os.close(hold)
        # The program's process.
        self.pid = int(os.read(self.told, 20))

    @staticmethod
    def _run(arguments, environment, standard_input, terminal, tell, hold):
        """What a shell does: it runs the program as a job in the foreground, which Ctrl-Z can stop."""
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        job = os.fork()
        if job == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(terminal, os.getpid())
            signal.signal(signal.SIGTTOU, signal.SIG_DFL)
            # Tests run in threads that block signals.
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.write(tell, str(os.getpid()).encode())
            os.dup2(standard_input, 0)
            os.dup2(terminal, 1)
            os.dup2(terminal, 2)
            os.closerange(3, 256)
            os.execve(arguments[0], arguments, environment)
        for descriptor in range(3, 256):
            if descriptor not in (tell, hold):
                try:
                    os.close(descriptor)
                except OSError:
                    pass
        os.write(tell, str(os.waitstatus_to_exitcode(os.waitpid(job, 0)[1])).encode())
        # The terminal hangs up, and forgets all, when the shell ends.
        os.read(hold, 1)
        os._exit(0)

    def write(self, data):
        os.write(self.input, data)

    def close_input(self):
        os.close(self.input)

    def close(self):
        """Ends the shell, and with it the terminal."""
        os.close(self.release)
        os.waitpid(self.shell, 0)

    def type(self, keys):
        """Presses keys."""
        os.write(self.master, keys)

    def show(self, output):
        """Shows what another program writes to the terminal."""
        self.stream.feed(output)

    def unread(self):
        """The bytes of keys that no program has read, lines or not."""
        attributes = termios.tcgetattr(self.slave)
        attributes[3] &= ~termios.ICANON
        termios.tcsetattr(self.slave, termios.TCSANOW, attributes)
        return struct.unpack("i", fcntl.ioctl(self.slave, termios.FIONREAD, b"\0" * 4))[0]

    def echoes(self):
        return bool(termios.tcgetattr(self.slave)[3] & termios.ECHO)

    def receive(self, timeout):
        """Shows what comes within so many seconds; whether something came."""
        if not select.select([self.master], [], [], timeout)[0]:
            return False
        data = os.read(self.master, 65536)
        self.sent += data
        self.stream.feed(data)
        return True

    def receive_until(self, condition):
        """Shows output until a condition holds; False where it never does."""
        waits = 0
        while not condition():
            waits = 0 if self.receive(0.1) else waits + 1
            if waits > PATIENCE * 10:
                return False
        return True

    def has_read(self):
        """Whether the program has read all of its input."""
        return struct.unpack("i", fcntl.ioctl(self.input, termios.FIONREAD, b"\0" * 4))[0] == 0

    @staticmethod
    def wait_for(condition):
        """Waits until a condition holds, showing nothing; False where it never does."""
        for _ in range(PATIENCE * 1000):
            if condition():
                return True
            time.sleep(0.001)
        return False

    def resize(self, columns, rows):
        self.screen.reflow(columns, rows)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def has_ended(self):
        if self.status is None and select.select([self.told], [], [], 0)[0]:
            self.status = int(os.read(self.told, 20))
        return self.status is not None

    def finish(self):
        """Receives all that is left; whether the program ended well."""
        if not self.receive_until(self.has_ended):
            os.kill(self.pid, signal.SIGKILL)
            return False
        while self.receive(0):
            pass
        return self.status == 0
