extension Array {
  /// Returns the index of the first element that belongs to the second part of an array, in which the elements that belong
  /// follow all others. O(log n).
  ///
  /// ```swift
  /// [1, 3, 5].partitioningIndex { $0 > 2 } // 1
  /// ```
  func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
