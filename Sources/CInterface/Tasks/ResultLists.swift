import CMediaPipe
import MudraPlatform
import VisionTasks

// Results in C's memory. Without memory for a list, the list is empty.

extension MpCategories {
  /// Lists of classes, which C owns.
  static func lists(_ lists: [[ResultCategory]]) -> UnsafeMutableBufferPointer<MpCategories> {
    newLists(lists) { categories in
      let list = newArray(MpCategory.self, count: categories.count)
      for (index, category) in categories.enumerated() {
        list?[index] = MpCategory(
          index: Int32(category.index), score: category.score,
          category_name: category.categoryName.flatMap(newText), display_name: category.displayName.flatMap(newText))
      }
      return MpCategories(categories: list, categories_count: list == nil ? 0 : UInt32(categories.count))
    }
  }

  /// Frees lists, and what is in them.
  static func free(_ lists: inout UnsafeMutablePointer<MpCategories>?, _ count: inout UInt32) {
    freeLists(&lists, &count) { list in
      for index in 0..<Int(list.categories == nil ? 0 : list.categories_count) {
        MudraPlatform.free(list.categories[index].category_name)
        MudraPlatform.free(list.categories[index].display_name)
      }
      MudraPlatform.free(list.categories)
    }
  }
}

extension MpLandmarks {
  /// Lists of landmarks, which C owns.
  static func lists<Point>(
    _ lists: [[Point]], _ landmark: (Point) -> MpLandmark
  ) -> UnsafeMutableBufferPointer<MpLandmarks> {
    newLists(lists) { points in
      let list = newArray(MpLandmark.self, count: points.count)
      for (index, point) in points.enumerated() { list?[index] = landmark(point) }
      return MpLandmarks(landmarks: list, landmarks_count: list == nil ? 0 : UInt32(points.count))
    }
  }

  /// Frees lists, and what is in them.
  static func free(_ lists: inout UnsafeMutablePointer<MpLandmarks>?, _ count: inout UInt32) {
    freeLists(&lists, &count) { list in
      for index in 0..<Int(list.landmarks == nil ? 0 : list.landmarks_count) {
        MudraPlatform.free(list.landmarks[index].name)
      }
      MudraPlatform.free(list.landmarks)
    }
  }
}

extension MpLandmark {
  /// A landmark in the picture.
  init(_ point: NormalizedLandmark) {
    self.init(point.x, point.y, point.z, point.visibility, point.presence)
  }

  /// A landmark in space.
  init(_ point: Landmark) {
    self.init(point.x, point.y, point.z, point.visibility, point.presence)
  }

  private init(_ x: Float, _ y: Float, _ z: Float, _ visibility: Float?, _ presence: Float?) {
    self.init(
      x: x, y: y, z: z, has_visibility: visibility != nil, visibility: visibility ?? 0, has_presence: presence != nil,
      presence: presence ?? 0, name: nil)
  }
}

private func newLists<Item, List: BitwiseCopyable>(
  _ items: [Item], _ list: (Item) -> List
) -> UnsafeMutableBufferPointer<List> {
  // Without items there is a place, too: some programs look whether there is one.
  let lists = newArray(List.self, count: max(items.count, 1))
  for (index, item) in items.enumerated() where lists != nil { lists?[index] = list(item) }
  return UnsafeMutableBufferPointer(start: lists, count: lists == nil ? 0 : items.count)
}

private func freeLists<List>(
  _ lists: inout UnsafeMutablePointer<List>?, _ count: inout UInt32, _ freeList: (List) -> Void
) {
  if let lists {
    for index in 0..<Int(count) { freeList(lists[index]) }
    free(lists)
  }
  (lists, count) = (nil, 0)
}
