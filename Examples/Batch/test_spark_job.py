#!/usr/bin/env python3
"""Tests spark_job.py on two local cores: with bad pictures, killed children and a killed worker. Where PySpark or
Java is missing, it says so and does nothing.

    test_spark_job.py [MUDRA]
"""
import importlib.util
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RENDERED = ROOT / "Tests/HandTrackingTests/Fixtures/rendered"
MUDRA = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else ROOT / ".build/release/mudra").resolve()


def children(marker):
    """The mudras of a job, by the marker in their environment, and their parents, which are the workers."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if (marker.encode() in (folder / "environ").read_bytes()
                    and b"--stdin\0framed" in (folder / "cmdline").read_bytes()):
                yield int(folder.name), int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue


def processor_seconds(process):
    """The processor time that a process has used; 0 if it is gone."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class SparkJobTests(unittest.TestCase):
    # The rows of a job that nothing disturbs, which two tests compare with.
    undisturbed = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="mudra-spark-")
        self.path = pathlib.Path(self.folder.name)
        self.pictures = self.path / "pictures"
        (self.pictures / "deep").mkdir(parents=True)
        good = sorted(RENDERED.glob("*.png"))
        for index in range(120):
            folder = self.pictures / "deep" if index % 2 else self.pictures
            os.symlink(good[index % len(good)], folder / f"{index:03}.png")
        (self.pictures / "empty.png").touch()
        (self.pictures / "cut.png").write_bytes(good[0].read_bytes()[:4000])
        (self.pictures / "text.jpg").write_text("no picture at all")
        (self.pictures / "notes.txt").write_text("not asked for")

    def tearDown(self):
        self.folder.cleanup()

    def run_job(self, disturb=None, mudra=MUDRA):
        """Runs the job and returns its rows by the names of their pictures."""
        output, marker = self.path / "out.parquet", f"MUDRA_SPARK_TEST={self.path}"
        # Nearly all of a job's time is Java's: code for seconds need not be compiled as if it ran for hours.
        # Spark's Snappy takes Debian for Alpine where the package musl is installed, and fails.
        environment = dict(os.environ, PYSPARK_PYTHON=sys.executable, MUDRA_SPARK_TEST=str(self.path),
                           JDK_JAVA_OPTIONS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                           PYSPARK_SUBMIT_ARGS="--conf spark.sql.parquet.compression.codec=gzip pyspark-shell")
        job = subprocess.Popen(
            [sys.executable, HERE / "spark_job.py", self.pictures, output, "--mudra", mudra, "--partitions", "4",
             "--master", "local[2,4]"], env=environment, stderr=subprocess.PIPE, text=True)
        thread = threading.Thread(target=lambda: disturb and disturb(job, marker))
        thread.start()
        errors = job.communicate()[1]
        thread.join()
        self.assertEqual(job.returncode, 0, errors[-3000:])
        import pyarrow.parquet
        rows = pyarrow.parquet.read_table(output).to_pylist()
        names = [row["path"].split("/pictures/")[1] for row in rows]
        self.assertEqual(len(names), len(set(names)))
        return dict(zip(names, rows))

    def undisturbed_rows(self):
        if SparkJobTests.undisturbed is None:
            SparkJobTests.undisturbed = self.run_job()
        return SparkJobTests.undisturbed

    def kill(self, job, marker, count, seconds, worker=False):
        """Kills children, or their parents, while the job runs, and counts them: those that have computed for some
        seconds, so that each has answered pictures, however busy the machine is."""
        self.killed = 0
        while job.poll() is None and self.killed < count:
            time.sleep(0.02)
            found = [pair for pair in children(marker) if processor_seconds(pair[0]) >= seconds]
            if not found:
                continue
            try:
                os.kill(random.choice(found)[1 if worker else 0], signal.SIGKILL)
                self.killed += 1
            except ProcessLookupError:
                pass

    def slow_mudra(self):
        """A mudra that takes its time, so that there is a time to kill it in."""
        slow = self.path / "mudra"
        slow.write_text(f'#!/bin/sh\nexec "{MUDRA}" "$@" --kernels simd\n')
        slow.chmod(0o755)
        return slow

    def test_every_picture_has_the_row_that_the_command_gives(self):
        rows = self.undisturbed_rows()
        self.assertEqual(len(rows), 123)
        errors = {name: row["error"] for name, row in rows.items() if row["error"]}
        self.assertEqual(errors, {"empty.png": "empty", "cut.png": "truncated", "text.jpg": "unrecognized"})
        lines = subprocess.run([MUDRA, "gestures", "--json", "--hands", "2", self.pictures], capture_output=True,
                               check=False, text=True).stdout.splitlines()
        compared = 0
        for answer in map(json.loads, lines):
            name = answer["source"].split("/pictures/")[1]
            if "error" in answer:
                continue
            compared += 1
            hands = rows[name]["hands"]
            self.assertEqual([hand["handedness"] for hand in hands],
                             [hand["handedness"]["name"] for hand in answer["hands"]])
            self.assertEqual([hand["gesture"] for hand in hands],
                             [hand["gestures"][0]["name"] for hand in answer["hands"]])
            for hand, expected in zip(hands, answer["hands"]):
                for point, numbers in zip(hand["landmarks"], expected["landmarks"]):
                    for found, number in zip(point, numbers):
                        self.assertAlmostEqual(found, number, delta=1e-7)
        self.assertEqual(compared, 60)

    def test_killed_children_are_started_again_and_every_picture_is_answered_once(self):
        undisturbed = self.undisturbed_rows()
        rows = self.run_job(lambda job, marker: self.kill(job, marker, 5, 0.4), mudra=self.slow_mudra())
        self.assertEqual(self.killed, 5)
        self.assertEqual({name: row["error"] for name, row in rows.items()},
                         {name: row["error"] for name, row in undisturbed.items()})
        self.assertEqual([len(row["hands"] or []) for row in rows.values()],
                         [len(undisturbed[name]["hands"] or []) for name in rows])

    def test_a_killed_worker_is_tried_again(self):
        rows = self.run_job(lambda job, marker: self.kill(job, marker, 1, 0.4, worker=True), mudra=self.slow_mudra())
        self.assertEqual(self.killed, 1)
        self.assertEqual(len(rows), 123)

    def test_a_picture_that_ends_the_program_twice_becomes_an_error(self):
        (self.pictures / "killer.png").write_text("ends the program")
        wrapper = self.path / "mudra"
        wrapper.write_text(f"#!{sys.executable}\n" + '''
import struct, subprocess, sys
child = subprocess.Popen([%r] + sys.argv[1:], stdin=subprocess.PIPE)
while length := sys.stdin.buffer.read(4):
    name = sys.stdin.buffer.read(struct.unpack("<I", length)[0])
    size = sys.stdin.buffer.read(4)
    if name.endswith(b"killer.png"):
        child.stdin.close()
        child.wait()
        sys.exit(9)
    child.stdin.write(length + name + size + sys.stdin.buffer.read(struct.unpack("<I", size)[0]))
    child.stdin.flush()
child.stdin.close()
child.wait()
''' % str(MUDRA))
        wrapper.chmod(0o755)
        rows = self.run_job(mudra=wrapper)
        self.assertEqual(len(rows), 124)
        self.assertEqual(rows["killer.png"]["error"], "crashed")
        self.assertEqual(sum(row["error"] is None for row in rows.values()), 120)


if __name__ == "__main__":
    missing = [name for name in ("pyspark", "pandas", "pyarrow") if importlib.util.find_spec(name) is None]
    missing += [name for name in ("java",) if shutil.which(name) is None]
    if missing:
        print(f"SKIPPED: the tests of spark_job.py need {', '.join(missing)}")
        sys.exit(0)
    unittest.main(verbosity=2)
