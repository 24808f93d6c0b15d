#!/usr/bin/env python3
"""Finds the hands in all pictures of a folder with Spark, and writes one row a picture as Parquet:

    spark_job.py PICTURES OUT.parquet [--mudra PATH] [--partitions N] [--hands N] [--master local[*]]

Each partition has one long-lived `mudra gestures --stdin framed`, which must be on every worker, with eight pictures on
their way to it. One that dies is started again; a picture that ends it twice becomes a row with the error `crashed`.
"""
import argparse
import collections
import itertools
import json
import re
import struct
import subprocess

import pandas
from pyspark.sql import SparkSession, functions

HAND = ("array<struct<handedness: string, handednessScore: float, gesture: string, gestureScore: float, presence: float"
        ", landmarks: array<array<float>>, worldLandmarks: array<array<float>>>>")
SCHEMA = f"path string, width int, height int, hands {HAND}, error string, message string"
COLUMNS = ["path", "width", "height", "hands", "error", "message"]
ENDINGS = r"(?i)\.(png|jpg|jpeg)$"
IN_FLIGHT, ROWS = 8, 64


class Child:
    """A running mudra: pictures go in, answers come out in the same order."""
    def __init__(self, command):
        self.command = command
        self.start()

    def start(self):
        # Pipes with room for eight answers, so that the child never waits for us while we wait for it.
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, pipesize=1 << 20)

    def send(self, path, content):
        name = path.encode()
        self.process.stdin.write(struct.pack(f"<I{len(name)}sI", len(name), name, len(content)) + content)
        self.process.stdin.flush()

    def answers(self, pictures):
        """The answer for each picture, exactly once, whatever happens to the child."""
        pictures, sent, deaths = iter(pictures), 0, 0
        pending = collections.deque(itertools.islice(pictures, IN_FLIGHT))
        while pending:
            try:
                for picture in itertools.islice(pending, sent, None):
                    self.send(*picture)
                    sent += 1
            except BrokenPipeError:
                pass  # Its last answers are still to be read.
            line = self.process.stdout.readline()
            if line.endswith(b"\n"):
                sent, deaths, answer = sent - 1, 0, json.loads(line)
            else:
                self.process.communicate()
                self.start()
                sent, deaths = 0, deaths + 1
                if deaths < 2:
                    continue
                deaths, answer = 0, {"source": pending[0][0], "error": {"code": "crashed", "message": "mudra died"}}
            pending.popleft()
            yield answer
            pending.extend(itertools.islice(pictures, 1))


def row(answer):
    error = answer.get("error", {})
    for hand in answer.get("hands", []):
        hand["handedness"], hand["handednessScore"] = hand["handedness"]["name"], hand["handedness"]["score"]
        best = hand.pop("gestures")[:1]
        hand["gesture"], hand["gestureScore"] = (best[0]["name"], best[0]["score"]) if best else (None, None)
    return (*map(answer.get, ("source", "width", "height", "hands")), error.get("code"), error.get("message"))


def rows_of_partition(command, batches):
    child, rows = Child(command), []
    for answer in child.answers(picture for batch in batches for picture in zip(batch["path"], batch["content"])):
        rows.append(row(answer))
        if len(rows) == ROWS:
            yield pandas.DataFrame(rows, columns=COLUMNS)
            rows = []
    yield pandas.DataFrame(rows, columns=COLUMNS)
    child.process.communicate()


def empty_files(spark, folder):
    """Files without bytes, which Spark's `binaryFile` leaves out silently."""
    path = spark._jvm.org.apache.hadoop.fs.Path(folder)
    files = path.getFileSystem(spark._jsc.hadoopConfiguration()).listFiles(path, True)
    while files.hasNext():
        file = files.next()
        if file.getLen() == 0 and re.search(ENDINGS, file.getPath().getName()):
            yield (file.getPath().toString(), None, None, None, "empty", "the image file is empty")


def main():
    parser = argparse.ArgumentParser()
    for name, default in [("pictures", None), ("output", None), ("--mudra", "mudra"), ("--partitions", None),
                          ("--hands", "2"), ("--master", "local[*]")]:
        parser.add_argument(name, default=default)
    options = parser.parse_args()
    command = [options.mudra, "gestures", "--stdin", "framed", "--jobs", "1", "--quiet", "--hands", options.hands]
    spark = (SparkSession.builder.master(options.master).appName("mudra")
             .config("spark.sql.execution.arrow.maxRecordsPerBatch", ROWS).getOrCreate())
    empty = spark.createDataFrame(list(empty_files(spark, options.pictures)), SCHEMA)
    pictures = (spark.read.format("binaryFile").option("recursiveFileLookup", True).load(options.pictures)
                .where(functions.col("path").rlike(ENDINGS)).select("path", "content")
                .repartition(int(options.partitions or spark.sparkContext.defaultParallelism)))
    rows = pictures.mapInPandas(lambda batches: rows_of_partition(command, batches), SCHEMA).union(empty)
    rows.write.mode("overwrite").parquet(options.output)
    spark.stop()


if __name__ == "__main__":
    main()
