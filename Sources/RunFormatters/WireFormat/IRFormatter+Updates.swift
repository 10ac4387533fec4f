public import StyledRuns

extension IRFormatter {
  /// Returns an update's wire form (docs/updates.md) as UTF-8 JSON on one line, without a line end.
  public func format(_ update: Update) -> [UInt8] {
    var sink = ByteSink(capacity: 512)
    format(update, into: &sink)
    return sink.bytes
  }

  /// Returns the wire form of an update of either kind.
  public func format(_ update: StreamUpdate) -> [UInt8] {
    switch update {
    case .document(let update): format(update)
    case .conversation(let update): format(update)
    }
  }

  /// Appends an update to `out`.
  public func format(_ update: Update, into out: inout ByteSink) {
    out.append("[")
    out.append(decimal: update.sequence)
    if update.statesVersion {
      out.append(",[\"version\",")
      out.append(decimal: Update.wireVersion)
      out.append("]")
    }
    write(newScopes: update.scopes, into: &out)
    for edit in update.edits {
      out.append(",")
      write(edit, into: &out)
    }
    if let finished = update.finished {
      out.append(",[")
      for (index, count) in finished.enumerated() {
        if index > 0 { out.append(",") }
        out.append(decimal: count)
      }
      out.append("]")
    }
    if update.isFinal { out.append(",[\"final\"]") }
    out.append("]")
  }

  /// Appends the item for new entries of the scope table.
  func write(newScopes scopes: [ScopeTable.ScopeEntry], into out: inout ByteSink) {
    guard !scopes.isEmpty else { return }
    out.append(",[\"scopes\",")
    write(scopes, into: &out)
    out.append("]")
  }

  private func write(_ edit: Edit, into out: inout ByteSink) {
    switch edit {
    case .text(.tip, let text): return out.append(jsonString: text)
    case .end(.tip, let change): return out.append(decimal: change)
    case .text(let target, let text):
      out.append("[\"text\",")
      out.append(jsonString: text)
      write(target, into: &out)
    case .end(let target, let change):
      out.append("[\"end\",")
      out.append(decimal: change)
      write(target, into: &out)
    case .splice(let parent, let keep, let blocks):
      out.append(keep == nil ? "[\"add\"" : "[\"splice\"")
      write(parent ?? .last(depth: -1), into: &out)
      if let keep { writeCounts([keep], into: &out) }
      out.append(",")
      write(blocks, isUpdate: true, into: &out)
    case .footnotes(let keep, let blocks):
      out.append("[\"footnotes\"")
      writeCounts([keep], into: &out)
      out.append(",")
      write(blocks, isUpdate: true, into: &out)
    case .replace(let block):
      out.append("[\"replace\",")
      write(block, into: &out)
    case .inlines(let target, let runs, let bytes, let spans, let tail):
      out.append("[\"inlines\"")
      writeCounts([runs, bytes, spans], into: &out)
      out.append(",")
      write(tail, into: &out)
      write(target, into: &out)
    case .lines(let target, let keep, let lines):
      out.append(keep == nil ? "[\"lines\"" : "[\"linesFrom\"")
      if let keep { writeCounts([keep], into: &out) }
      out.append(",[")
      for (index, line) in lines.enumerated() {
        if index > 0 { out.append(",") }
        write(flat: line, into: &out)
      }
      out.append("]")
      write(target, into: &out)
    case .lastLine(let target, let bytes, let runs, let tail):
      out.append("[\"line\"")
      writeCounts([runs, bytes], into: &out)
      out.append(",")
      write(flat: tail, into: &out)
      write(target, into: &out)
    case .rehighlight(let target, let first, let runs):
      out.append("[\"rehighlight\"")
      writeCounts([first], into: &out)
      write(colors: runs, into: &out)
      write(target, into: &out)
    case .code(let target, let header):
      out.append("[\"code\",{")
      write(header, afterComma: false, into: &out)
      out.append("}")
      write(target, into: &out)
    case .rows(let target, let keep, let rows):
      out.append(keep == nil ? "[\"rows\"" : "[\"rowsFrom\"")
      if let keep { writeCounts([keep], into: &out) }
      out.append(",[")
      for (index, row) in rows.enumerated() {
        if index > 0 { out.append(",") }
        write(flat: row, into: &out)
      }
      out.append("]")
      write(target, into: &out)
    case .cells(let target, let keep, let cells, let growth):
      out.append("[\"cells\"")
      writeCounts([keep], into: &out)
      out.append(",[")
      for (index, cell) in cells.enumerated() {
        if index > 0 { out.append(",") }
        write(cell, into: &out)
      }
      out.append("]")
      writeCounts([growth], into: &out)
      write(target, into: &out)
    case .cell(let target, let row, let column, let content):
      out.append("[\"cell\"")
      writeCounts([row, column], into: &out)
      out.append(",")
      write(content, into: &out)
      write(target, into: &out)
    case .tightness(let target, let isTight):
      out.append(isTight ? "[\"tight\",true" : "[\"tight\",false")
      write(target, into: &out)
    case .task(let target, let task):
      out.append(task == nil ? "[\"task\",null" : task == true ? "[\"task\",true" : "[\"task\",false")
      write(target, into: &out)
    }
    out.append("]")
  }

  private func writeCounts(_ counts: [Int], into out: inout ByteSink) {
    for count in counts {
      out.append(",")
      out.append(decimal: count)
    }
  }

  private func write(_ target: Edit.EditTarget, into out: inout ByteSink) {
    switch target {
    case .tip: return
    case .last(let depth):
      out.append(",")
      out.append(decimal: depth)
    case .block(let id):
      out.append(",\"")
      out.append(decimal: id.offset)
      out.append(".")
      out.append(decimal: id.depth)
      out.append("\"")
    }
  }

  /// Appends a line as `[text, scope, text, scope, ...]`, or as a string if it is plain.
  private func write(flat line: CodeLine, into out: inout ByteSink) {
    guard !line.runs.isEmpty else { return out.append(jsonString: line.text) }
    let text = line.text
    withUTF8(text) { bytes in
      var cursor = RunCursor(bytes)
      for (index, run) in line.runs.enumerated() {
        out.append(index == 0 ? "[" : ",")
        out.append(jsonString: cursor.next(run.length))
        out.append(",")
        out.append(decimal: Int(run.scopes.rawValue))
      }
    }
    out.append("]")
  }

  /// Appends a row as `[from, length, cell, cell, ...]`.
  private func write(flat row: Table.TableRow, into out: inout ByteSink) {
    out.append("[")
    out.append(decimal: row.source.lowerBound)
    out.append(",")
    out.append(decimal: row.source.count)
    for cell in row.cells {
      out.append(",")
      write(cell, into: &out)
    }
    out.append("]")
  }

  /// Appends an array `[length, scopes, length, scopes, ...]` for each line.
  private func write(colors lines: [[CodeRun]], into out: inout ByteSink) {
    out.append(",[")
    for (index, runs) in lines.enumerated() {
      out.append(index == 0 ? "[" : ",[")
      for (index, run) in runs.enumerated() {
        if index > 0 { out.append(",") }
        out.append(decimal: Int(run.length))
        out.append(",")
        out.append(decimal: Int(run.scopes.rawValue))
      }
      out.append("]")
    }
    out.append("]")
  }
}
