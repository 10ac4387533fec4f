/// Beginnings of files as projects have them: with a header, imports and documentation before there is much code, and
/// of languages that are easily taken for a neighbour. Nothing of it was learnt from.
enum DetectionFiles {
  static let all: [(language: String, text: String)] = [
    (
      "java",
      #"""
      /*
       * Copyright 2031 The Harbour Authors.
       *
       * Licensed under the terms that are found in the file next to this one. You may not use this file
       * except in agreement with them. The software is given as it is, without warranty of any kind.
       */
      package org.harbour.berths;

      import java.time.Instant;
      import java.util.Optional;

      /**
       * Knows which ship lies at which berth.
       *
       * @author the harbour master
       * @since 2.1
       */
      public final class BerthTable implements Iterable<Berth> {
        private final Map<String, Berth> byName = new TreeMap<>();

        /** {@inheritDoc} */
        @Override
        public Iterator<Berth> iterator() {
          return byName.values().iterator();
        }
      """#
    ),
    (
      "r",
      #"""
      #' Mean depth of water at each gauge
      #'
      #' @param readings a data frame with the columns gauge and depth
      #' @param na.rm whether missing values are dropped
      #' @return a named vector
      #' @export
      mean_depth <- function(readings, na.rm = TRUE) {
        stopifnot(is.data.frame(readings))
        depths <- split(readings$depth, readings$gauge)
        out <- vapply(depths, mean, numeric(1), na.rm = na.rm)
        out[order(names(out))]
      }
      """#
    ),
    (
      "yaml",
      #"""
      # Where the ferries land, and when.
      # Times are local.
      ferries:
        - name: Aurora
          from: north pier
          departures: ["06:30", "09:00"]
          capacity: 120
        - name: Borealis
          from: south pier
          departures:
            - "07:15"
          notes: >
            Bicycles are free of charge
            outside the rush hours.
      defaults: &defaults
        open: true
      """#
    ),
    (
      "xml",
      #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <!--
        The list of tides, as the office hands it out once a year. It is made by a program; changes that
        are written here by hand are lost.
      -->
      <tides xmlns="urn:example:tides" year="2031">
        <station id="s1" name="North pier">
          <high at="2031-01-01T04:12" metres="3.4"/>
          <low at="2031-01-01T10:31" metres="0.8"/>
        </station>
      </tides>
      """#
    ),
    (
      "markdown",
      #"""
      # Tide tables

      Reads the tables of the harbour office and prints them.

      ## Installation

      Put the program somewhere in your path, and then run

      ```sh
      tides --station north
      ```

      ## Options

      - `--station NAME`: one station, see [the list](stations.md)
      - `--days N`: how many days, **7** if nothing is said

      | column | unit |
      |--------|------|
      | height | m    |
      """#
    ),
    (
      "ocaml",
      #"""
      (* Reads tide tables. The format is described on page twelve of the handbook
         that the harbour office gives to everybody who asks for it. *)

      open Printf

      type reading = { station : string; metres : float }

      exception Bad_line of int

      let parse_line n line =
        match String.split_on_char ';' line with
        | [ station; metres ] -> { station; metres = float_of_string metres }
        | _ -> raise (Bad_line n)

      let rec print_all = function
        | [] -> ()
        | { station; metres } :: rest ->
          printf "%s %.1f\n" station metres;
          print_all rest
      """#
    ),
    (
      "elm",
      #"""
      module Tides exposing (Model, Msg(..), init, update, view)

      {-| The page with the tides of one station.

      @docs Model, Msg, init, update, view

      -}

      import Html exposing (Html, button, div, text)
      import Html.Events exposing (onClick)


      type alias Model =
          { station : String, days : Int }


      type Msg
          = MoreDays
          | Reset


      update : Msg -> Model -> ( Model, Cmd Msg )
      update msg model =
          case msg of
              MoreDays ->
                  ( { model | days = model.days + 1 }, Cmd.none )
      """#
    ),
    (
      "prolog",
      #"""
      % Which ship may enter which basin.

      :- module(basins, [may_enter/2]).
      :- use_module(library(lists)).

      depth(north, 12).
      depth(south, 7).

      draught(aurora, 6).
      draught(borealis, 9).

      %! may_enter(?Ship, ?Basin) is nondet.
      may_enter(Ship, Basin) :-
          draught(Ship, Needed),
          depth(Basin, Depth),
          Depth > Needed,
          \+ closed(Basin).
      """#
    ),
    (
      "scala",
      #"""
      package harbour

      import scala.collection.mutable

      /** Keeps the ships that wait. */
      class Queue(limit: Int) {
        private val waiting = mutable.ListBuffer.empty[Ship]

        def add(ship: Ship): Either[String, Unit] = ship match {
          case Ship(name, _) if name.isEmpty => Left("a ship needs a name")
          case _ if waiting.size >= limit => Left("full")
          case other =>
            waiting += other
            Right(())
        }
      }

      object Queue {
        def apply(): Queue = new Queue(10)
      }
      """#
    ),
    (
      "kotlin",
      #"""
      package harbour

      import kotlin.math.max

      /** Keeps the ships that wait. */
      class Queue(private val limit: Int = 10) {
          private val waiting = mutableListOf<Ship>()

          fun add(ship: Ship): Boolean {
              if (waiting.size >= limit) return false
              waiting.add(ship)
              return true
          }

          val longest: Int
              get() = waiting.maxOfOrNull { it.length } ?: 0

          companion object {
              fun empty() = Queue()
          }
      }
      """#
    ),
    (
      "latex",
      #"""
      % The handbook of the harbour, for printing.
      \documentclass[11pt]{article}
      \usepackage{graphicx}
      \usepackage[utf8]{inputenc}

      \begin{document}
      \section{Tides}\label{sec:tides}
      The water rises \emph{twice} a day, see Figure~\ref{fig:tides}.
      \begin{itemize}
        \item high water, and
        \item low water.
      \end{itemize}
      """#
    ),
    (
      "tex",
      #"""
      % Macros for the handbook, without any package.
      \input basics
      \catcode`\@=11
      \newcount\tideno \tideno=0
      \def\tide#1#2{\advance\tideno by 1
        \hbox to \hsize{\the\tideno\quad #1\hfil #2}}
      \let\@oldpar=\par
      \vskip 12pt plus 2pt
      \tide{04:12}{3.4}
      \bye
      """#
    ),
    (
      "terraform",
      #"""
      # The storage for tide tables.
      terraform {
        required_version = ">= 1.5"
      }

      variable "region" {
        type    = string
        default = "north"
      }

      resource "storage_bucket" "tables" {
        name   = "tides-${var.region}"
        labels = { team = "harbour" }
      }

      output "bucket" {
        value = storage_bucket.tables.name
      }
      """#
    ),
    (
      "javascript",
      #"""
      'use strict';

      const fs = require('fs');
      const path = require('path');

      /**
       * Reads the table of one station.
       * @param {string} station
       * @returns {Array<object>}
       */
      function readTable(station) {
        const file = path.join(__dirname, station + '.csv');
        return fs.readFileSync(file, 'utf8').split('\n').map(function (line) {
          var parts = line.split(';');
          return { at: parts[0], metres: Number(parts[1]) };
        });
      }

      module.exports = { readTable };
      """#
    ),
    (
      "typescript",
      #"""
      import { readFile } from "node:fs/promises";
      import type { Station } from "./station";

      export interface Tide {
        readonly at: Date;
        metres: number;
        station?: Station;
      }

      export type Table = Record<string, Tide[]>;

      export async function readTable(path: string): Promise<Table> {
        const text: string = await readFile(path, "utf8");
        return JSON.parse(text) as Table;
      }
      """#
    ),
    (
      "python",
      #"""
      """Tide tables.

      The tables come from the harbour office; they are read once and kept. See the handbook
      for what their columns are (there are more of them than anybody needs).
      """

      from __future__ import annotations

      import csv
      from dataclasses import dataclass


      @dataclass
      class Tide:
          """One high or low water."""

          at: str
          metres: float = 0.0


      def read(path):
          with open(path, newline="") as file:
              return [Tide(*row) for row in csv.reader(file)]
      """#
    ),
  ]

  /// Texts that are no code, or from which nobody can say whose.
  static let plain: [String] = [
    """
    total 48
    drwxr-xr-x  5 anna staff   160 Jan  3 09:12 .
    drwxr-xr-x 12 anna staff   384 Jan  2 18:40 ..
    -rw-r--r--  1 anna staff  1834 Jan  3 09:12 notes.txt
    -rwxr-xr-x  1 anna staff 20480 Jan  1 11:05 tides
    """,
    """
    PID   USER     TIME  COMMAND
        1 root      0:03 init
       17 root      0:00 [kworker]
      204 anna      1:12 tides --station north
      311 anna      0:00 less handbook
    """,
    """
    2031-01-03 09:12:44 INFO  tides: read 730 lines from north.csv
    2031-01-03 09:12:44 WARN  tides: line 12 has no height
    2031-01-03 09:12:45 ERROR tides: cannot write /srv/tides: no space left on device
    """,
    """
    running 3 tests
    test reads_a_table ... ok
    test empty_table ... ok
    test bad_line ... FAILED

    failures: 1 of 3, finished in 0.02 s
    """,
    """
    Dear harbour master,

    thank you for the tables. Two of the columns seem to be swapped; could you look into it (it is the
    third and the fourth)? We would like to print the handbook on Monday.

    Best regards
    """,
    """
    Traceback of the pump: valve 3 did not open
      at the north pier, after 12 s
      at the south pier, after 40 s
    The operator was told. Nothing was lost.
    """,
  ]
}
