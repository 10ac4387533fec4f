public import StyledRuns

extension IRFormatter {
  /// An update's wire form (docs/streaming.md) as UTF-8 JSON on one line, without a line end.
  public func format(_ update: Update) -> [UInt8] {
    var sink = ByteSink(capacity: 512)
    format(update, into: &sink)
    return sink.bytes
  }

  /// Appends an update to `sink`.
  public func format(_ update: Update, into out: inout ByteSink) {
    out.append("{\"version\":")
    out.append(decimal: Document.wireVersion)
    out.append(",\"sequence\":")
    out.append(decimal: update.sequence)
    if !update.scopes.isEmpty {
      out.append(",\"scopes\":")
      write(update.scopes, into: &out)
    }
    if !update.edits.isEmpty {
      out.append(",\"edits\":[")
      for (index, edit) in update.edits.enumerated() {
        if index > 0 { out.append(",") }
        write(edit, into: &out)
      }
      out.append("]")
    }
    if !update.finished.isEmpty {
      out.append(",\"finished\":[")
      for (index, count) in update.finished.enumerated() {
        if index > 0 { out.append(",") }
        out.append(decimal: count)
      }
      out.append("]")
    }
    if update.isFinal { out.append(",\"final\":true") }
    out.append("}")
  }

  private func writeCount(_ count: Int, _ key: StaticString, into out: inout ByteSink) {
    guard count != 0 else { return }
    out.append(key)
    out.append(decimal: count)
  }

  private func writeStart(_ type: StaticString, _ id: BlockID?, into out: inout ByteSink) {
    out.append("{\"edit\":\"")
    out.append(type)
    out.append("\"")
    guard let id else { return }
    out.append(",\"id\":\"")
    out.append(decimal: id.offset)
    out.append(".")
    out.append(decimal: id.depth)
    out.append("\"")
  }

  private func write(_ edit: Edit, into out: inout ByteSink) {
    switch edit {
    case .splice(let parent, let keep, let blocks):
      writeStart("splice", parent, into: &out)
      writeCount(keep, ",\"keep\":", into: &out)
      out.append(",\"blocks\":")
      write(blocks, into: &out)
    case .footnotes(let keep, let blocks):
      writeStart("footnotes", nil, into: &out)
      writeCount(keep, ",\"keep\":", into: &out)
      out.append(",\"blocks\":")
      write(blocks, into: &out)
    case .replace(let block):
      writeStart("replace", nil, into: &out)
      out.append(",\"block\":")
      write(block, into: &out)
    case .end(let id, let end):
      writeStart("end", id, into: &out)
      writeCount(end, ",\"end\":", into: &out)
    case .inlines(let id, let runs, let bytes, let spans, let tail):
      writeStart("inlines", id, into: &out)
      writeCount(runs, ",\"runs\":", into: &out)
      writeCount(bytes, ",\"bytes\":", into: &out)
      writeCount(spans, ",\"spans\":", into: &out)
      out.append(",\"content\":")
      write(tail, into: &out)
    case .lines(let id, let keep, let lines):
      writeStart("lines", id, into: &out)
      writeCount(keep, ",\"keep\":", into: &out)
      out.append(",\"lines\":")
      write(lines, into: &out)
    case .lastLine(let id, let bytes, let runs, let tail):
      writeStart("lastLine", id, into: &out)
      writeCount(bytes, ",\"bytes\":", into: &out)
      writeCount(runs, ",\"runs\":", into: &out)
      out.append(",\"line\":")
      write(tail, into: &out)
    case .recolor(let id, let first, let runs):
      writeStart("recolor", id, into: &out)
      writeCount(first, ",\"first\":", into: &out)
      write(colors: runs, into: &out)
    case .code(let id, let header):
      writeStart("code", id, into: &out)
      write(header, into: &out)
    case .rows(let id, let keep, let rows):
      writeStart("rows", id, into: &out)
      writeCount(keep, ",\"keep\":", into: &out)
      out.append(",\"rows\":[")
      for (index, row) in rows.enumerated() {
        if index > 0 { out.append(",") }
        write(row, into: &out)
      }
      out.append("]")
    case .tightness(let id, let isTight):
      writeStart("tight", id, into: &out)
      out.append(isTight ? ",\"tight\":true" : ",\"tight\":false")
    case .task(let id, let task):
      writeStart("task", id, into: &out)
      if let task { out.append(task ? ",\"task\":true" : ",\"task\":false") }
    }
    out.append("}")
  }

  /// `[[length, scopes, length, scopes, ...], ...]`, an array for each line.
  private func write(colors lines: [[CodeRun]], into out: inout ByteSink) {
    out.append(",\"lines\":[")
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
